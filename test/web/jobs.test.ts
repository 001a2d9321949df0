import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { App } from "../../src/http/app-context.ts";
import { categoriesOf, type Internet, internet, listening, listing, serverFor } from "../http/support.ts";
import { BY_THE_CLOCK, PATIENCE_MS } from "../support/until.ts";
import { executablePath, expectAccessible, launch, opened } from "./opened.ts";

const PAGES = 4;
/** What the page that is watched says. */
let said = "Otters sleep in rafts of ten.";
/** Pages of the large site, of which all but the first wait until they are let go. */
const LARGE = 40;
let held: (() => void)[] | undefined = [];
const letGo = (): void => {
  const waiting = held ?? [];
  held = undefined;
  for (const answer of waiting) answer();
};
const Ordered = z.object({ task_id: z.string() });
const Task = z.object({ pages: z.object({ under_way: z.int() }) });

describe.skipIf(!executablePath)("crawls and jobs, in Chromium", BY_THE_CLOCK, () => {
  let browser: Browser;
  let net: Internet;
  let app: App;
  let url: string;
  beforeAll(async () => {
    net = await internet({
      "large.example": ({ pathname }, response) => {
        if (pathname === "/robots.txt") {
          response.writeHead(404).end();
          return;
        }
        const words = Array.from({ length: 80 }, (_, n) => `${pathname.slice(1) || "home"}word${n}`);
        const links = Array.from({ length: LARGE - 1 }, (_, n) => `<a href="/p${n}">${n}</a>`).join("");
        const answer = (): void => {
          response
            .writeHead(200, { "content-type": "text/html" })
            .end(`<title>Page ${pathname}</title><article><p>${words.join(" ")}.</p>${links}</article>`);
        };
        if (held && pathname !== "/") held.push(answer);
        else answer();
      },
      "site.example": ({ pathname }, response) => {
        if (pathname === "/robots.txt" || pathname === "/gone") {
          response.writeHead(404).end();
          return;
        }
        if (pathname === "/watched") {
          response
            .writeHead(200, { "content-type": "text/html" })
            .end(`<title>Watched</title><main><p>This stands here always, and is a sentence.</p><p>${said}</p></main>`);
          return;
        }
        // Words of its own for each page: nearly the same text would be a duplicate, which has none to show.
        const words = Array.from({ length: 120 }, (_, n) => `${pathname.slice(1) || "home"}word${n}`);
        const text = `<p>The page ${pathname} says words of its own: ${words.join(" ")}.</p>`;
        const links = Array.from({ length: PAGES }, (_, n) => `<a href="/p${n}">${n}</a>`).join("");
        response
          .writeHead(200, { "content-type": "text/html" })
          .end(`<title>Page ${pathname}</title><article>${text}<a href="/gone">g</a>${links}</article>`);
      },
    });
    app = serverFor(net.gateway, categoriesOf([listing("alpha")]));
    url = await listening(app);
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
    net.close();
  });

  it("starts a crawl, follows it to its end, shows a page and gives them all as files", async () => {
    const { page, complaints, foreign } = await opened(browser, `${url}/ui/crawl`);
    await page.getByRole("searchbox", { name: "Address of a site" }).fill("https://site.example/");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/ui\/jobs\/[\w-]+/);
    await page.getByText("completed").waitFor();
    const table = page.getByRole("table", { name: "Pages" });
    await table.getByRole("button", { name: "site.example/p3" }).waitFor();
    await table.getByText("not-found").waitFor();
    expect(await table.getByRole("button").count()).toBe(PAGES + 1);
    // The texts are not sent with the events: they are asked for with the page that is opened.
    await table.getByRole("button", { name: "site.example/p3" }).click();
    await page.getByRole("complementary", { name: "Page" }).getByText("The page /p3 says words").waitFor();
    expect(page.url()).toContain("?page=");
    await expectAccessible(page);
    await page.goBack();
    await page.getByRole("complementary", { name: "Page" }).waitFor({ state: "detached" });

    const saved = async (kind: string): Promise<Buffer> => {
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: `Save the pages as ${kind}` }).click(),
      ]);
      return readFile(await file.path());
    };
    const zip = await saved("ZIP");
    expect(zip.subarray(0, 2).toString()).toBe("PK");
    expect(zip.toString("latin1")).toContain("site.example/p3.md");
    const csv = (await saved("CSV")).toString();
    expect(csv.split("\r\n")[0]).toBe("url,title,depth,raw_content");
    expect(csv.match(/^https:\/\/site\.example/gm)).toHaveLength(PAGES + 1);
    expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });

    await page.getByRole("main").getByRole("link", { name: "Jobs" }).click();
    // One that is tried again has left its job of before.
    await page.getByRole("link", { name: "https://site.example/" }).first().waitFor();
    await expectAccessible(page);
    await page.context().close();
  });

  it("says that the connection was lost, and goes on where it was once the service is back", async () => {
    const { task_id } = Ordered.parse(await (await fetch(`${url}/crawl?q=site.example&async=true`)).json());
    const { page } = await opened(browser, url, { colorScheme: "dark", viewport: { width: 360, height: 740 } });
    let cut = true;
    await page.route(/\/events\?/, (route) => (cut ? route.abort() : route.continue()));
    await page.goto(`${url}/ui/jobs/${task_id}`);
    await page.getByRole("alert").getByText("The service cannot be reached.").waitFor();
    cut = false;
    await page.getByRole("button", { name: "site.example/p3" }).waitFor();
    await page.getByRole("alert").waitFor({ state: "detached" });
    await expectAccessible(page);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
    await page.context().close();
  });

  it("pauses a crawl, which begins no page then, and lets it go on, by keyboard, in French too", async () => {
    const { task_id } = Ordered.parse(await (await fetch(`${url}/crawl?q=large.example&async=true`)).json());
    const asked = (): number => net.asked.filter((address) => /large\.example\/p/.test(address)).length;
    const { page, complaints } = await opened(browser, `${url}/ui/jobs/${task_id}`);
    await expect.poll(asked, { timeout: PATIENCE_MS }).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Pause" }).focus();
    await page.keyboard.press("Enter");
    const resume = page.getByRole("button", { name: "Resume" });
    await resume.waitFor();
    // The button that was pressed is the one that undoes it, and keeps the focus.
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Resume");
    await page.getByText("paused", { exact: true }).first().waitFor();
    await page.getByText(/^It asks for no further page/).waitFor();
    await expectAccessible(page);
    letGo();
    const underWay = async (): Promise<number> =>
      Task.parse(await (await fetch(`${url}/tasks/${task_id}`)).json()).pages.under_way;
    await expect.poll(underWay, { timeout: PATIENCE_MS }).toBe(0);
    const before = asked();
    expect(before).toBeLessThan(LARGE - 1);
    await page.context().close();

    const again = await opened(browser, `${url}/ui/jobs/${task_id}`, { locale: "fr-FR" });
    await again.page.getByText("en pause", { exact: true }).first().waitFor();
    expect(asked()).toBe(before);
    await again.page.getByRole("button", { name: "Reprendre" }).press("Enter");
    await again.page.getByText("terminée", { exact: true }).waitFor();
    await again.page.locator(`[role=table][aria-rowcount="${LARGE + 1}"]`).waitFor();
    await again.page.getByText("Transféré", { exact: true }).waitFor();
    expect(await again.page.getByRole("button", { name: "Pause" }).count()).toBe(0);
    expect([...complaints, ...again.complaints]).toEqual([]);
    await again.page.context().close();
  });

  it("watches a page, shows what has changed in it, is paused and forgotten, in the dark on a phone", async () => {
    const phone = { colorScheme: "dark", viewport: { width: 360, height: 740 } } as const;
    const { page, complaints } = await opened(browser, `${url}/ui/jobs`, phone);
    await page.getByLabel("Watch the page").fill("site.example/watched");
    await page.getByLabel("looked at").selectOption("every day at 6");
    await page.getByRole("button", { name: "Watch", exact: true }).click();
    await page.waitForURL(/\/ui\/jobs\/monitors\/[\w-]+$/);
    const checks = page.getByRole("region", { name: "Checks" });
    await checks.getByText("1 new").waitFor();
    said = "Otters sleep in rafts of a hundred.";
    await page.getByRole("button", { name: "Check now" }).click();
    await checks.getByText("1 changed").waitFor();
    const difference = page.getByRole("group", { name: "Difference" });
    await difference.getByRole("insertion").getByText("rafts of a hundred").waitFor();
    await difference.getByRole("deletion").getByText("rafts of ten").waitFor();
    await expectAccessible(page);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Resume" }).waitFor();
    await page.getByRole("main").getByRole("link", { name: "Jobs" }).click();
    const watched = page.getByRole("region", { name: "Watched pages" });
    await watched.getByRole("row", { name: /watched paused — .* 1 changed$/ }).waitFor();
    await expectAccessible(page);
    await watched.getByRole("link", { name: "site.example/watched" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByText("No page is watched.").waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("lists requests on a schedule, and runs one at once", async () => {
    const body = JSON.stringify({ path: "/map", query: { q: "https://site.example/" }, cron: "0 6 * * *" });
    await fetch(`${url}/schedules`, { method: "POST", headers: { "content-type": "application/json" }, body });
    const { page } = await opened(browser, `${url}/ui/jobs`, { locale: "fr-FR" });
    const schedules = page.getByRole("region", { name: "Tâches planifiées" });
    await schedules.getByText("/map?q=").waitFor();
    await schedules.getByRole("button", { name: "Exécuter maintenant" }).click();
    await schedules.getByRole("link", { name: "Ouvrir" }).click();
    await page.getByRole("heading", { level: 1 }).getByText("site.example").waitFor();
    await expectAccessible(page);
    await page.goBack();
    await schedules.getByRole("button", { name: "Supprimer" }).click();
    await schedules.waitFor({ state: "detached" });
    await page.context().close();
  });
});
