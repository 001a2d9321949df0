import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { App } from "../../src/http/app-context.ts";
import { until } from "../support/until.ts";
import { type AskedJson, askedJson } from "./asked-json.ts";
import { finders } from "./small-web.ts";
import { type Internet, internet, listening, type Site, serverFor } from "./support.ts";

let net: Internet;
let app: App;
let url: string;
let dataDir: string;
/** What the site's pages say now, by path. */
let pages: Record<string, string> = {};

const site: Site = ({ pathname }, response) => {
  const said = pages[pathname];
  if (said === undefined) return void response.writeHead(404).end();
  const links = Object.keys(pages).map((path) => `<a href="${path}">${path}</a>`);
  response
    .writeHead(200, { "content-type": "text/html" })
    .end(
      `<title>${pathname}</title><main><p>This page says ${said}, and enough of it to be read.</p>${links.join(" ")}</main>`,
    );
};

interface Told {
  readonly type: string;
  readonly data: readonly { readonly url?: string; readonly status?: string; readonly summary?: object }[];
}
const hook: Told[] = [];
const receiver: Site = (_url, response, request) => {
  let text = "";
  request.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  request.on("end", () => {
    hook.push(JSON.parse(text));
    response.writeHead(200).end();
  });
};

async function start(environment: Readonly<Record<string, string>> = {}) {
  hook.length = 0;
  pages = { "/": "one", "/a": "two" };
  net = await internet({ "site.example": site, "hook.example": receiver });
  dataDir = mkdtempSync(join(tmpdir(), "firecrawl-monitors-"));
  app = serverFor(net.gateway, finders(["alpha"]), { environment: { DATA_DIR: dataDir, ...environment } });
  url = await listening(app);
}

afterEach(async () => {
  await app.close();
  net.close();
  rmSync(dataDir, { recursive: true });
});

const asked = (...given: AskedJson) => askedJson(url, ...given);

const MONITOR = {
  name: "The site",
  schedule: { text: "every 30 minutes" },
  targets: [{ type: "scrape", urls: ["https://site.example/a", "https://site.example/none"] }],
};

/** A check now, with its pages, once it is over. */
async function run(id: string) {
  const { status, body } = await asked("POST", `/v2/monitor/${id}/run`, {});
  expect({ status, trigger: body.data.trigger }).toEqual({ status: 200, trigger: "manual" });
  await (await fetch(`${url}/tasks/${body.data.id}/events`, { headers: { accept: "application/x-ndjson" } })).text();
  return (await asked("GET", `/v2/monitor/${id}/checks/${body.data.id}`)).body.data;
}

const statuses = (check: { readonly pages: readonly { readonly url: string; readonly status: string }[] }) =>
  Object.fromEntries(check.pages.map(({ url: address, status }) => [new URL(address).pathname, status]));

describe("/v2/monitor", () => {
  it("looks at pages, and tells what is new, the same, changed, removed or failed", async () => {
    await start();
    const webhook = { url: "https://hook.example/", metadata: { a: "b" } };
    const { status, body } = await asked("POST", "/v2/monitor", { ...MONITOR, webhook });
    expect(status).toBe(200);
    const { id } = body.data;
    expect(body.data).toMatchObject({
      name: "The site",
      status: "active",
      schedule: { cron: "*/30 * * * *" },
      nextRunAt: expect.stringMatching(/:(?:00|30):00/),
      lastRunAt: null,
      webhook: { url: "https://hook.example/" },
      lastCheckSummary: null,
    });
    const first = await run(id);
    expect(first).toMatchObject({ status: "partial", summary: { totalPages: 2, new: 1, error: 1, same: 0 } });
    expect(statuses(first)).toEqual({ "/a": "new", "/none": "error" });
    pages = { ...pages, "/a": "three" };
    const second = await run(id);
    expect(statuses(second)).toEqual({ "/a": "changed", "/none": "error" });
    const [changed] = second.pages.filter(({ status: one }: { status: string }) => one === "changed");
    expect(changed.diff.text).toMatch(/^-.*two[\s\S]*^\+.*three/m);
    delete pages["/a"];
    expect(statuses(await run(id))).toEqual({ "/a": "removed", "/none": "error" });
    await until(
      () => hook.filter(({ type }) => type === "monitor.check.completed").length === 3,
      "three ends are told",
    );
    const told = hook.filter(({ type }) => type === "monitor.page").map(({ data }) => data.map((page) => page.status));
    expect(told).toEqual(
      [
        ["new", "error"],
        ["changed", "error"],
        ["removed", "error"],
      ].map((all) => expect.arrayContaining(all)),
    );
    const { body: all } = await asked("GET", `/v2/monitor/${id}/checks?limit=2`);
    expect(all.data.map((check: { summary: object }) => check.summary)).toMatchObject([{ removed: 1 }, { changed: 1 }]);
    expect((await asked("GET", `/v2/monitor/${id}`)).body.data.lastCheckSummary).toMatchObject({ removed: 1 });
  });

  it("crawls a site, and gives the pages of a check in parts", async () => {
    await start();
    const targets = [
      { id: "all", type: "crawl", url: "https://site.example/", crawlOptions: { excludePaths: ["^/none"] } },
    ];
    const { body } = await asked("POST", "/v2/monitor", { ...MONITOR, targets });
    const check = await run(body.data.id);
    expect(statuses(check)).toEqual({ "/": "new", "/a": "new" });
    expect(check.pages[0].targetId).toBe("all");
    const path = `/v2/monitor/${body.data.id}/checks/${check.id}`;
    const one = await asked("GET", `${path}?limit=1&status=new`);
    expect(one.body.data.pages).toHaveLength(1);
    const two = await asked("GET", one.body.next);
    expect(two.body.data.pages).toHaveLength(1);
    expect(two.body).not.toHaveProperty("next");
    expect((await asked("GET", `${path}?status=removed`)).body.data.pages).toEqual([]);
  });

  it("looks at each address as a page of its own where deduplicateSimilarURLs is false", async () => {
    await start();
    pages = { ...pages, "/a?utm_source=x": "a link" };
    const looked = async (crawlOptions: object) => {
      const targets = [{ id: "all", type: "crawl", url: "https://site.example/", crawlOptions }];
      const { body } = await asked("POST", "/v2/monitor", { ...MONITOR, targets });
      const check = await run(body.data.id);
      return check.pages.map(({ url: address }: { url: string }) => address.replace("https://site.example", "")).sort();
    };
    expect(await looked({})).toEqual(["/", "/a"]);
    expect(await looked({ deduplicateSimilarURLs: false })).toEqual(["/", "/a", "/a?utm_source=x"]);
  });

  it("is listed, paused, changed and deleted, and is nobody else's", async () => {
    await start({ API_KEYS: "one-key-of-many,another-key-too" });
    const one = { authorization: "Bearer one-key-of-many" };
    const other = { authorization: "Bearer another-key-too" };
    const { body } = await asked("POST", "/v2/monitor", { ...MONITOR, notification: { email: {} }, goal: "news" }, one);
    expect(body.warning).toMatch(/no e-mail is sent.*not judged/);
    const path = `/v2/monitor/${body.data.id}`;
    expect((await asked("GET", "/v2/monitor", undefined, one)).body.data).toHaveLength(1);
    expect((await asked("GET", "/v2/monitor", undefined, other)).body.data).toEqual([]);
    for (const [method, at] of [
      ["GET", path],
      ["PATCH", path],
      ["DELETE", path],
      ["POST", `${path}/run`],
      ["GET", `${path}/checks`],
    ] as const)
      expect(await asked(method, at, method === "GET" ? undefined : {}, other)).toMatchObject({
        status: 404,
        body: { success: false, error: "Monitor not found" },
      });
    const paused = await asked(
      "PATCH",
      path,
      { status: "paused", name: "Another", schedule: { text: "daily at 9:30" } },
      one,
    );
    expect(paused.body.data).toMatchObject({
      status: "paused",
      name: "Another",
      nextRunAt: null,
      schedule: { cron: "30 9 * * *" },
    });
    expect((await asked("PATCH", path, { status: "active" }, one)).body.data.nextRunAt).toMatch(/:30:00/);
    expect(await asked("GET", `${path}/checks/nonsense`, undefined, one)).toMatchObject({ status: 404 });
    expect(await asked("DELETE", path, undefined, one)).toMatchObject({ status: 200, body: { success: true } });
    expect((await asked("GET", path, undefined, one)).status).toBe(404);
  });

  it.each([
    [{ name: "" }, /^name: must not be empty/],
    [{ schedule: {} }, /^schedule: needs cron or text, not both/],
    [{ schedule: { text: "now and then" } }, /^schedule\.text: must be “every N minutes”/],
    [{ schedule: { cron: "* * *" } }, /^cron and timezone cannot be read/],
    [{ schedule: { text: "hourly", timezone: "Moon/Sea" } }, /^cron and timezone cannot be read/],
    [{ targets: [] }, /^targets: must name one target at least/],
    [{ targets: [{ type: "search", queries: ["x"] }] }, /searches are not watched here/],
    [{ targets: [{ type: "scrape", urls: ["http://"] }] }, /“http:\/\/” is not a URL/],
    [
      { targets: [{ type: "scrape", urls: ["a.example"], scrapeOptions: { formats: ["smoke"] } }] },
      /“smoke” is no format/,
    ],
    [
      { targets: [{ type: "crawl", url: "a.example", crawlOptions: { includePaths: ["("] } }] },
      /is no usable regular expression/,
    ],
    [{ webhook: "http://127.0.0.1/" }, /^webhook: 127\.0\.0\.1 may not be reached/],
    [{ retentionDays: "many" }, /^retentionDays: must be a whole number/],
  ])("refuses what is wrong: %j", async (fields, error) => {
    await start();
    const { status, body } = await asked("POST", "/v2/monitor", { ...MONITOR, ...fields });
    expect({ status, success: body.success, error: body.error }).toEqual({
      status: 400,
      success: false,
      error: expect.stringMatching(error),
    });
    expect((await asked("GET", "/v2/monitor")).body.data).toEqual([]);
    expect((await asked("POST", "/v2/monitor/check", {})).status).toBe(404);
  });
});
