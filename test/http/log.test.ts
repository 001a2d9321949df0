import { afterEach, describe, expect, it } from "vitest";
import type { App } from "../../src/http/app-context.ts";
import { categoriesOf, type Internet, internet, listing, says, serverFor } from "./support.ts";

let net: Internet;
let app: App;
let lines: string[];

async function start(level: string, environment: Readonly<Record<string, string>> = {}): Promise<void> {
  lines = [];
  net = await internet({ "alpha.example": says({ rows: [], last: true }) });
  const log = { level, stream: { write: (line: string) => lines.push(line) } };
  app = serverFor(net.gateway, categoriesOf([listing("alpha")]), { log, environment });
}

afterEach(async () => {
  await app.close();
  net.close();
});

const entries = (): readonly Record<string, unknown>[] => lines.map((line) => JSON.parse(line));
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

describe("at info", () => {
  it("a request is a line: method, route, status, milliseconds, id", async () => {
    await start("info");
    const { headers } = await app.inject("/search/alpha?q=private+words");
    await app.inject("/parsers/nosuch");
    expect(headers["x-request-id"]).toMatch(UUID);
    expect(entries()).toMatchObject([
      {
        msg: "request",
        method: "GET",
        route: "/search/alpha",
        status: 200,
        ms: expect.any(Number),
        request_id: headers["x-request-id"],
      },
      { msg: "request", route: "/parsers/:id", status: 404 },
    ]);
    expect(lines.join("")).not.toContain("private");
  });

  it("the id that a proxy gave is kept, and stands in a failure", async () => {
    await start("info");
    const asked = { url: "/search/alpha", headers: { "x-request-id": "edge-7:a.b" } };
    const answer = await app.inject(asked);
    expect(answer.headers["x-request-id"]).toBe("edge-7:a.b");
    expect(answer.json()).toMatchObject({ success: false, code: "bad-query", request_id: "edge-7:a.b" });
    expect(entries()).toMatchObject([{ status: 400, request_id: "edge-7:a.b" }]);
  });

  it.each(["a b", 'a"', "x".repeat(65), "ä"])("an id that is none (%s) is not repeated", async (given) => {
    await start("info");
    const answer = await app.inject({ url: "/health", headers: { "x-request-id": given } });
    expect(answer.headers["x-request-id"]).toMatch(UUID);
  });

  it("a URL that cannot be read has an id too", async () => {
    await start("info");
    const answer = await app.inject("/search/%E0%A4%A");
    expect(answer.json().request_id).toBe(answer.headers["x-request-id"]);
  });
});

it("at debug the words are there, keys never", async () => {
  await start("debug", { API_KEYS: "right-key" });
  await app.inject({
    url: "/search/alpha?q=private+words&api_key=right-key",
    headers: { authorization: "Bearer right-key" },
  });
  expect(lines.join("")).toContain("private words");
  expect(lines.join("")).not.toContain("right-key");
});

describe("at debug", () => {
  it("a page that a browser is asked for has a line that says why", async () => {
    lines = [];
    const page = `<body><div id="app"></div><script src="/app.js"></script>`;
    net = await internet({
      "app.example": (_asked, response) => response.writeHead(200, { "content-type": "text/html" }).end(page),
    });
    // It is there, and is no Chromium.
    const environment = { CHROMIUM_PATH: process.execPath, RENDER_DEFAULT: "auto" };
    const log = { level: "debug", stream: { write: (line: string) => lines.push(line) } };
    app = serverFor(net.gateway, categoriesOf([]), { log, environment });
    const { failed_results } = (await app.inject("/extract?q=app.example")).json();
    expect(failed_results).toMatchObject([{ url: "app.example", code: "unreachable" }]);
    const said = entries().filter(({ msg }) => msg === "a page is rendered");
    expect(said).toMatchObject([{ url: "https://app.example/", render_reason: "empty" }]);
  });
});
