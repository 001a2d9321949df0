import { firstValueFrom, NEVER, of, throwError } from "rxjs";
import { describe, expect, it } from "vitest";
import { SourceError } from "../../../src/errors.ts";
import { ScrapeOptions } from "../../../src/pipelines/scrape/options.ts";
import { type ScrapeDeps, scrape } from "../../../src/pipelines/scrape/scrape.ts";
import type { HttpResponse, RenderedPage, RenderJob } from "../../../src/upstream/types.ts";

const URL_OF_PAGE = "https://site.example/";
const words = (about: string): string =>
  `This page is about ${about}, and it says enough of it to be a page of its own, with sentences that are long.`;
const html = (about: string): string => `<title>${about}</title><main><p>${words(about)}</p></main>`;

const answer = (body: string, contentType = "text/html", status = 200): HttpResponse => ({
  url: URL_OF_PAGE,
  status,
  headers: { "content-type": contentType },
  setCookie: [],
  redirects: [],
  replayed: false,
  body: Buffer.from(body),
});

const PNG = Buffer.from("picture");

/** A scrape of a page that its server sends as `plain` and a browser shows as `shown`. */
function world({
  plain = answer(html("the plain page")),
  shown = {},
  available = true,
}: {
  plain?: HttpResponse;
  shown?: Partial<RenderedPage>;
  available?: boolean;
}) {
  const jobs: RenderJob[] = [];
  let fetched = 0;
  const upstream: ScrapeDeps["upstream"] = {
    http: () => {
      fetched += 1;
      return of(plain);
    },
    httpStream: () => NEVER,
    cache: { through: (_policy, value$) => value$ },
    rendering: { mode: "auto", available: () => available },
    render: (job) => {
      jobs.push(job);
      return of({ ...answer(html("the page in a browser")), globals: {}, ...shown });
    },
  };
  const scraped = (given: object) => firstValueFrom(scrape(URL_OF_PAGE, ScrapeOptions.parse(given), { upstream }));
  return { scraped, jobs, upstream, fetched: () => fetched };
}

describe("what takes a browser", () => {
  it("is a picture: it comes as a data URL, and the page is what the browser shows", async () => {
    const { scraped, jobs } = world({ shown: { picture: { type: "image/png", bytes: PNG } } });
    const page = await scraped({ formats: ["markdown", { type: "screenshot", fullPage: true }] });
    expect(page.screenshot).toBe(`data:image/png;base64,${PNG.toString("base64")}`);
    expect(page.markdown).toContain("the page in a browser");
    expect(page).not.toHaveProperty("warning");
    expect(jobs).toMatchObject([{ url: URL_OF_PAGE, as: "flattened", picture: { fullPage: true } }]);
    expect(jobs[0]?.first?.status).toBe(200);
  });

  it("are actions, in order, and what they bring", async () => {
    const done = {
      pictures: [{ type: "image/png" as const, bytes: PNG }],
      scrapes: [{ url: URL_OF_PAGE, html: "<p>" }],
      returns: [{ type: "number", value: 2 }],
      pdfs: [Buffer.from("%PDF")],
    };
    const { scraped, jobs } = world({ shown: { done } });
    const actions = [
      { type: "wait", milliseconds: 10 },
      { type: "click", selector: "#more", all: true },
      { type: "executeJavascript", script: "1 + 1" },
      { type: "generatePDF", format: "A4" },
    ];
    const page = await scraped({ actions });
    expect(jobs[0]?.actions?.map(({ type }) => type)).toEqual(["wait", "click", "executeJavascript", "pdf"]);
    expect(page.actions).toEqual({
      screenshots: [`data:image/png;base64,${PNG.toString("base64")}`],
      scrapes: done.scrapes,
      javascriptReturns: done.returns,
      pdfs: [`data:application/pdf;base64,${Buffer.from("%PDF").toString("base64")}`],
    });
  });

  it("is a wait after loading, and a phone, which asks for the page itself", async () => {
    const { scraped, jobs, fetched } = world({});
    await scraped({ waitFor: 500 });
    const phone = await scraped({ mobile: true, headers: { "x-one": "1" } });
    expect(jobs.map(({ waitForMs, mobile, first }) => [waitForMs, mobile, first !== undefined])).toEqual([
      [500, undefined, true],
      [undefined, true, false],
    ]);
    expect(fetched()).toBe(1);
    expect(phone.warning).toBe("headers were not sent: with mobile the browser asks for the page itself.");
  });

  it("gives the document's own markup as rawHtml", async () => {
    const { scraped, jobs } = world({ shown: { markup: Buffer.from("<html>as it stands</html>") } });
    const page = await scraped({ formats: ["rawHtml", "markdown"], waitFor: 1 });
    expect(page.rawHtml).toBe("<html>as it stands</html>");
    expect(jobs[0]?.withMarkup).toBe(true);
  });

  it("is a page whose text comes with its scripts; rawHtml stays as it came", async () => {
    const empty = '<div id="root"></div><script src="/app.js"></script>';
    const { scraped, jobs } = world({ plain: answer(empty) });
    const page = await scraped({ formats: ["markdown", "rawHtml"] });
    expect(page.markdown).toContain("the page in a browser");
    expect(page.rawHtml).toBe(empty);
    expect(jobs).toHaveLength(1);
    const full = world({});
    expect((await full.scraped({})).markdown).toContain("the plain page");
    expect(full.jobs).toEqual([]);
  });

  it("is said where there is none, or nothing to show in one", async () => {
    const without = world({ available: false });
    const page = await without.scraped({
      formats: ["markdown", "screenshot"],
      actions: [{ type: "scrape" }],
      waitFor: 10,
      mobile: true,
    });
    expect(page.warning?.match(/needs a Chromium on the machine/g)).toHaveLength(4);
    await expect(without.scraped({ formats: ["screenshot"] })).rejects.toMatchObject({ scrapeStatus: 501 });
    expect(without.jobs).toEqual([]);
    const text = world({ plain: answer(words("plain text"), "text/plain") });
    expect((await text.scraped({ waitFor: 10 })).warning).toMatch(/^It is no HTML page/);
  });

  it("fails as the browser does", async () => {
    const { upstream } = world({});
    const failing = {
      ...upstream,
      render: () => throwError(() => new SourceError("action-failed", "The action click on #no failed.")),
    };
    const options = ScrapeOptions.parse({ actions: [{ type: "click", selector: "#no" }] });
    await expect(firstValueFrom(scrape(URL_OF_PAGE, options, { upstream: failing }))).rejects.toMatchObject({
      kind: "action-failed",
    });
  });
});

describe("actions are checked", () => {
  it.each([
    [[{ type: "fly" }], "“fly” is no action; there are wait, click, write, press, scroll, screenshot"],
    [[{ type: "wait" }], "needs milliseconds or a selector, not both"],
    [[{ type: "wait", milliseconds: 1, selector: "p" }], "needs milliseconds or a selector, not both"],
    [[{ type: "click" }], "must be a text"],
    [[{ type: "wait", milliseconds: 60_001 }], "must be at most 60000"],
    [
      Array.from({ length: 13 }, () => ({ type: "wait", selector: "p" })),
      "must not wait for more than 60000 milliseconds",
    ],
    [Array.from({ length: 51 }, () => ({ type: "scrape" })), "must be at most 50 actions"],
    [[{ type: "pdf", scale: 3 }], ""],
    [[{ type: "executeJavascript", script: 1 }], "must be a text"],
    ["click", "must be a list of actions"],
  ])("%j", (actions, message) => {
    const read = ScrapeOptions.safeParse({ actions });
    expect(read.success).toBe(false);
    expect(read.error?.issues[0]?.message).toContain(message);
  });
});
