import type { Browser } from "playwright-core";
import { of } from "rxjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { App } from "../../src/http/app-context.ts";
import { categoriesOf, type Internet, internet, listening, listing, serverFor } from "../http/support.ts";
import { BY_THE_CLOCK } from "../support/until.ts";
import { executablePath, expectAccessible, launch, opened } from "./opened.ts";

const QUOTED = "Sea otters keep warm by the densest fur of all mammals, with a million hairs in a square inch.";
const PAGE = `<title>Fur of otters</title><article><h1>Fur of otters</h1><p>${"The river has seen many animals in its time, and people who wrote of them. ".repeat(4)}</p>
<p>${QUOTED}</p><p>${"Whoever walks there in winter sees tracks on the ice and hears the water below it. ".repeat(4)}</p></article>`;

const found = (url: string, title: string, snippet: string) =>
  listing("mojeek", { open: () => of({ title, url, snippet, source: "mojeek" }) });

describe.skipIf(!executablePath)("research, in Chromium", BY_THE_CLOCK, () => {
  let browser: Browser;
  let net: Internet;
  let app: App;
  let url: string;
  beforeAll(async () => {
    net = await internet({
      "fur.example": ({ pathname }, response) => {
        response.writeHead(pathname === "/robots.txt" ? 404 : 200, { "content-type": "text/html" }).end(PAGE);
      },
    });
    app = serverFor(net.gateway, categoriesOf([found("https://fur.example/otters", "Fur of otters", QUOTED)]));
    url = await listening(app);
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
    net.close();
  });

  it("answers, shows what it quotes in its page, and is asked on", async () => {
    const { page, complaints, foreign } = await opened(browser, `${url}/ui/research`);
    await page.getByRole("searchbox", { name: "Question" }).fill("how do sea otters keep warm");
    await page.keyboard.press("Enter");
    const answer = page.getByRole("region", { name: "Answer" });
    await answer.getByRole("link", { name: "[1]: what is quoted" }).waitFor();
    await page.getByText("answer written").waitFor();
    expect(await page.getByRole("list", { name: "Sources" }).getByRole("listitem").count()).toBe(1);

    await answer.getByRole("link", { name: "[1]: what is quoted" }).click();
    const beside = page.getByRole("complementary", { name: "Page" });
    await beside.getByText("hears the water below it").waitFor();
    expect(await beside.locator("mark").textContent()).toContain("the densest fur of all mammals");
    expect(new URL(page.url()).searchParams.get("cite")).toBe("1");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await beside.waitFor({ state: "detached" });

    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "BibTeX" }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe("research.bib");

    await page.getByRole("textbox", { name: "Follow-up question" }).fill("and in winter");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "how do sea otters keep warm" }).waitFor();
    await page.getByText("answer written").waitFor();
    const { searchParams } = new URL(page.url());
    expect([searchParams.get("q"), searchParams.getAll("after")]).toEqual([
      "and in winter",
      ["how do sea otters keep warm"],
    ]);
    expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });
    await page.context().close();
  });

  it.each(["light", "dark"] as const)("is accessible on a phone, %s", async (colorScheme) => {
    const { page } = await opened(browser, `${url}/ui/research?q=how+do+sea+otters+keep+warm&cite=1`, {
      colorScheme,
      viewport: { width: 360, height: 740 },
    });
    await page.getByRole("complementary", { name: "Page" }).locator("mark").waitFor();
    await expectAccessible(page);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
    await page.context().close();
  });
});
