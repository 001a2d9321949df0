import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { from, of, throwError } from "rxjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mountedMcp } from "../../src/cli/mcp.ts";
import { readConfig } from "../../src/config.ts";
import { SourceError } from "../../src/errors.ts";
import type { App } from "../../src/http/app-context.ts";
import { defineCategory } from "../../src/sources/define.ts";
import { listed } from "../../src/sources/listing.ts";
import { categoriesOf, type Internet, internet, listening, listing, serverFor } from "../http/support.ts";
import { replayUpstream } from "../support/replay-upstream.ts";
import { BY_THE_CLOCK } from "../support/until.ts";
import { executablePath, launch, opened } from "./opened.ts";

/** What people come for, each from an empty browser at the first page, by what they see there. */
describe.skipIf(!executablePath)("a new user, in Chromium", BY_THE_CLOCK, () => {
  let browser: Browser;
  let net: Internet;
  let app: App;
  let url: string;
  let protocol: Awaited<ReturnType<typeof mountedMcp>>;
  /** Pages that are held back until the walk that asks for them is over. */
  const held: (() => void)[] = [];
  beforeAll(async () => {
    net = await internet({
      "docs.example": ({ pathname }, response) => {
        const links = Array.from({ length: 30 }, (_, n) => `<a href="/p${n}">${n}</a>`).join("");
        const words = Array.from({ length: 60 }, (_, n) => `${pathname.slice(1) || "home"}word${n}`).join(" ");
        const answer = (): void => {
          response
            .writeHead(pathname === "/robots.txt" ? 404 : 200, { "content-type": "text/html" })
            .end(`<title>Page ${pathname}</title><article><p>${words}.</p>${links}</article>`);
        };
        if (/^\/p\d\d$/.test(pathname)) held.push(answer);
        else answer();
      },
    });
    const sets = listing("data_gouv", {
      open: () =>
        from(
          [2023, 2024].map((year) => ({
            title: `Permis de construire ${year}, "communes"`,
            url: `https://data.example/${year}`,
            source: "data_gouv",
          })),
        ),
    });
    const categories = [
      ...categoriesOf([
        listing("alpha", { open: () => of({ title: "one", url: "https://one.example/", source: "alpha" }) }),
        listing("gamma", { open: () => throwError(() => new SourceError("blocked", "Gamma shows a captcha.")) }),
        listing("keyed", { key: { env: ["KEYED_API_KEY"], required: true, from: "https://keyed.example/keys" } }),
      ]),
      defineCategory("french", "French open data", 60_000, [sets, listing("dvf")]),
    ];
    protocol = await mountedMcp({
      config: readConfig({ LOG_LEVEL: "silent" }),
      env: { upstream: replayUpstream(() => undefined), keys: {} },
      categories: categories.map(listed),
    });
    app = serverFor(net.gateway, categories, { tools: protocol.handle });
    url = await listening(app);
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    protocol.close();
    for (const answer of held) answer();
    await app.close();
    net.close();
  });

  const to = (page: Page, view: string): Promise<void> =>
    page.getByRole("navigation").getByRole("link", { name: view, exact: true }).click();

  it("finds where data on French building permits is, asks for it, and keeps the rows as CSV", async () => {
    const { page, complaints } = await opened(browser, url);
    await to(page, "Sources");
    await page.getByRole("searchbox", { name: "Find a source" }).fill("permis de construire France");
    await page.getByRole("region", { name: "Sets of data" }).getByRole("link", { name: "DATA_GOUV" }).click();
    await page.getByRole("cell", { name: /^Permis de construire 2024/ }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save the rows as CSV" }).click(),
    ]);
    expect(new URL(page.url()).searchParams.get("q")).toBe("permis de construire France");
    expect(file.suggestedFilename()).toBe("french-data_gouv.csv");
    const [head, ...rows] = (await readFile(await file.path(), "utf8")).trim().split(/\r?\n/);
    expect(head).toMatch(/^title,url/);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toContain('"Permis de construire 2023, ""communes"""');
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("sees why an engine is silent, and why another is not asked", async () => {
    const { page, complaints } = await opened(browser, url);
    await page.locator("input[name=q]:focus").waitFor();
    await page.keyboard.type("otters");
    await page.keyboard.press("Enter");
    const lanes = page.getByRole("list", { name: "Engines" });
    await lanes.getByRole("link", { name: "Gamma shows a captcha." }).click();
    await page.getByRole("heading", { name: "GAMMA", level: 1 }).waitFor();
    await page.getByText(/Last error: Gamma shows a captcha\./).waitFor();
    await page.goBack();
    await lanes.getByRole("link", { name: "Why no other engines?" }).click();
    await page.getByText("It is not asked: KEYED_API_KEY is not set.").waitFor();
    await page
      .getByRole("row", { name: /KEYED_API_KEY missing/ })
      .getByRole("link", { name: "keyed.example" })
      .waitFor();
    await to(page, "Health");
    await page
      .getByRole("row", { name: /^gamma / })
      .getByRole("link")
      .click();
    await page.getByRole("heading", { name: "GAMMA", level: 1 }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("follows a crawl, stops it in the midst, and opens it again", async () => {
    const { page, complaints } = await opened(browser, url);
    await to(page, "Crawl a site");
    await page.getByRole("searchbox", { name: "Address of a site" }).fill("docs.example");
    await page.keyboard.press("Enter");
    const table = page.getByRole("table", { name: "Pages" });
    await table.getByRole("button", { name: "docs.example/p3" }).waitFor();
    await page.getByText("running", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("cancelled", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Crawl again" }).waitFor();
    await to(page, "Jobs");
    await page
      .getByRole("row", { name: /docs\.example .*cancelled/ })
      .getByRole("link")
      .click();
    await table.getByRole("button", { name: "docs.example/p3" }).click();
    await page.getByRole("complementary", { name: "Page" }).getByText("p3word0").waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("connects an MCP client: copies its configuration, and tries a tool", async () => {
    const { page, complaints } = await opened(browser, url, { permissions: ["clipboard-read", "clipboard-write"] });
    await to(page, "MCP");
    await page.getByRole("tab", { name: "Cursor" }).click();
    await page.getByRole("tabpanel").getByRole("button", { name: "Copy" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const copied: unknown = JSON.parse(String(await page.evaluate("navigator.clipboard.readText()")));
    expect(copied).toEqual({ mcpServers: { tributary: { url: `${url}/mcp?toolsets=core` } } });
    await page.getByRole("list", { name: "Tools" }).getByText("web_search", { exact: true }).click();
    await page.getByLabel("query", { exact: true }).fill("otters");
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Answer" }).getByText("one.example").first().waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
