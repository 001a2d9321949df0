import type { Browser } from "playwright-core";
import { from } from "rxjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { App } from "../../src/http/app-context.ts";
import { domain as domainSources } from "../../src/sources/domain/index.ts";
import { page as pageSources } from "../../src/sources/page/index.ts";
import { categoriesOf, type Internet, internet, listening, listing, serverFor } from "../http/support.ts";
import { BY_THE_CLOCK } from "../support/until.ts";
import { executablePath, expectAccessible, launch, opened } from "./opened.ts";

const SENTENCE = "Otters hold hands while they sleep, so that the current does not part them.";
const PAGE = `<!doctype html><html lang="en"><title>Otters at rest</title><meta name="author" content="Ann Otter">
<nav><a href="/all">All the pages</a></nav><article><h1>Otters at rest</h1><p>${`${SENTENCE} `.repeat(6)}</p>
<p>What &amp;eacute; &lt;b&gt; says is a text.</p><p>They rest on their backs, in groups that are called <a href="/raft">rafts</a>.</p></article></html>`;
const COPY = `<!doctype html><html lang="en"><title>Gone</title><article><p>${"It stood here once, and was about otters at rest. ".repeat(8)}
<a href="https://site.example/otters">Otters</a></p></article></html>`;
/** What the index of the Wayback Machine says of it: the newest capture is of the error. */
const CAPTURES = [
  ["urlkey", "timestamp", "original", "mimetype", "statuscode", "digest", "length"],
  ["example,site)/gone", "20240302101112", "https://site.example/gone", "text/html", "200", "AAA", "1000"],
  ["example,site)/gone", "20250101000000", "https://site.example/gone", "text/html", "404", "BBB", "100"],
];
const ROBOTS = "User-agent: *\nDisallow: /private\nSitemap: https://site.example/sitemap.xml\n";

/** How many dots of the first chart have the theme's green: it is evaluated in the page. */
const GREEN_DOTS = `(() => {
  const canvas = document.querySelector("figure canvas");
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  let dots = 0;
  for (let at = 0; at < data.length; at += 4)
    if (data[at + 3] > 200 && data[at] < 40 && data[at + 1] > 80) dots += 1;
  return dots;
})()`;

const prices = listing("prices", {
  open: () =>
    from(
      [9.5, 10, 12.5, 11].map((price, n) => ({
        title: `Day ${n + 1}`,
        url: `https://prices.example/${n}`,
        date: `2026-03-0${n + 1}`,
        price,
        source: "prices",
      })),
    ),
});

const harbours = listing("harbours", {
  open: () =>
    from([
      { title: "Brest", url: "https://h.example/brest", latitude: 48.39, longitude: -4.49, source: "harbours" },
      { title: "Marseille", url: "https://h.example/marseille", latitude: 43.3, longitude: 5.37, source: "harbours" },
      { title: "Nowhere", url: "https://h.example/nowhere", source: "harbours" },
    ]),
});

describe.skipIf(!executablePath)("pages, sources and analyses, in Chromium", BY_THE_CLOCK, () => {
  let browser: Browser;
  let net: Internet;
  let app: App;
  let url: string;
  beforeAll(async () => {
    net = await internet({
      "site.example": ({ pathname }, response) => {
        if (pathname === "/robots.txt") response.writeHead(200, { "content-type": "text/plain" }).end(ROBOTS);
        else if (pathname === "/otters") response.writeHead(200, { "content-type": "text/html" }).end(PAGE);
        else response.writeHead(404).end();
      },
      "web.archive.org": ({ pathname }, response) => {
        if (pathname === "/cdx/search/cdx")
          response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(CAPTURES));
        else response.writeHead(200, { "content-type": "text/html" }).end(COPY);
      },
    });
    app = serverFor(net.gateway, [...categoriesOf([listing("alpha")], [prices, harbours]), pageSources, domainSources]);
    url = await listening(app);
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
    net.close();
  });

  it("reads a page: its text, its Markdown and its links, in the dark on a phone", async () => {
    const { page, complaints, foreign } = await opened(browser, `${url}/ui/extract`, {
      colorScheme: "dark",
      viewport: { width: 360, height: 740 },
    });
    await page.getByRole("searchbox", { name: "Address of a page" }).fill("https://site.example/otters");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Otters at rest", level: 2 }).waitFor();
    await page.getByText(SENTENCE).first().waitFor();
    await page.getByText("What &eacute; <b> says is a text.").waitFor();
    await expectAccessible(page);
    await page.getByRole("tab", { name: "Markdown" }).click();
    await page.getByText("[rafts](https://site.example/raft)").waitFor();
    expect(page.url()).toContain("tab=markdown");
    await page.getByRole("tab", { name: "Left out" }).click();
    const left = page.getByRole("list", { name: "Left out" }).getByRole("deletion");
    await left.getByText("All the pages").waitFor();
    await page.getByText("not likely to be content · in nav · ").waitFor();
    await page.getByText("it says the title").waitFor();
    await expectAccessible(page);
    // What belongs to no text stands among the links all the same.
    await page.getByRole("tab", { name: "Links" }).click();
    await page.getByRole("link", { name: "site.example/all" }).first().waitFor();
    await expectAccessible(page);
    expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });
    await page.context().close();
  });

  it("says why a page cannot be read, and reads its newest archived copy instead", async () => {
    const { page } = await opened(browser, `${url}/ui/extract?url=https%3A%2F%2Fsite.example%2Fgone`);
    await page.getByText(/site\.example.*\(HTTP 404\)/).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Read the archived copy" }).click();
    await page.getByText("It stood here once").first().waitFor();
    await page.getByText(/read from the archived copy of Mar 2, 2024/).waitFor();
    await page.getByText(/extract\?q=https%3A%2F%2Fweb\.archive\.org%2Fweb%2F20240302101112id_/).waitFor();
    await page.getByRole("tab", { name: "Links" }).click();
    await page.getByRole("link", { name: "site.example/otters" }).first().waitFor();
    await expectAccessible(page);
    await page.reload();
    await page.getByText(/read from the archived copy/).waitFor();
    await page.getByRole("button", { name: "Read the page itself" }).click();
    await page.getByText(/site\.example.*\(HTTP 404\)/).waitFor();
    await page.context().close();
  });

  it("finds a source by words, asks it, and draws what has a time", async () => {
    const { page, complaints } = await opened(browser, `${url}/ui/sources`, {
      viewport: { width: 2560, height: 1440 },
    });
    await page.getByRole("searchbox").first().fill("prices");
    await page.getByRole("link", { name: "PRICES" }).click();
    await expectAccessible(page);
    await page.getByText("not asked in the last 24 hours").waitFor();
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await page.getByText(/^4 items · /).waitFor();
    await page.getByRole("tab", { name: "Chart" }).click();
    const chart = page.getByRole("figure", { name: "price" });
    await chart.locator("canvas").waitFor();
    // Its line has the colour that the theme gives it: a canvas takes no colour that is not worked out.
    const drawn = await page.evaluate(GREEN_DOTS);
    expect(drawn).toBeGreaterThan(100);
    await chart.getByText("Table").click();
    await chart.getByRole("row", { name: "2026-03-03 12.5" }).waitFor();
    expect(page.url()).toContain("view=chart");
    await expectAccessible(page);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("draws rows with coordinates on a map that asks nobody for tiles, on a phone in the dark, by keyboard", async () => {
    const { page, complaints, foreign } = await opened(
      browser,
      `${url}/ui/sources/packages/harbours?q=a&ask=1&view=map`,
      {
        colorScheme: "dark",
        viewport: { width: 360, height: 740 },
      },
    );
    const map = page.getByRole("figure");
    await map.getByRole("img", { name: "Map of 2 places" }).waitFor();
    await map.locator("path.land").waitFor();
    await map.getByRole("link", { name: "Brest" }).waitFor();
    await map.getByRole("button", { name: "Next place" }).focus();
    await page.keyboard.press("Enter");
    await map.getByRole("link", { name: "Marseille" }).waitFor();
    // Where a place is looked at nearly, outlines of the whole earth would mislead.
    for (let times = 0; times < 3; times++) await map.getByRole("button", { name: "Nearer" }).click();
    await map.locator("path.land").waitFor({ state: "detached" });
    await expectAccessible(page);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
    expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });
    await page.context().close();
  });

  it("shows an analysis as a report, in French", async () => {
    const { page, complaints } = await opened(browser, `${url}/ui/analyses`, { locale: "fr-FR" });
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expectAccessible(page);
    await page
      .getByRole("link", { name: /robots/i })
      .first()
      .click();
    await page.getByRole("searchbox").fill("https://site.example/");
    await page.keyboard.press("Enter");
    await page.getByText("/private").first().waitFor();
    await expectAccessible(page);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
