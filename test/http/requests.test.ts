import { connect } from "node:net";
import { NEVER } from "rxjs";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { App } from "../../src/http/app-context.ts";
import { asking, categoriesOf, listening, listing, serverFor } from "./support.ts";

const NOWHERE = "http://127.0.0.1:9";
const categories = categoriesOf([listing("alpha")], [listing("never", { open: () => NEVER })]);
const servers: App[] = [];

/** A server with a route that takes a body beside those for reading. */
function server(options: Parameters<typeof serverFor>[2] = {}): App {
  const app = serverFor(NOWHERE, categories, options);
  app.register(async (routes: App) => {
    routes.post(
      "/echo",
      { schema: { body: z.object({ query: z.string() }) }, bodyLimit: 1000 },
      async ({ body }) => body,
    );
  });
  servers.push(app);
  return app;
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((app) => app.close()));
});

/** Sends bytes as they are; what comes back until the server closes. */
const raw = (url: string, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { port, hostname } = new URL(url);
    let answer = "";
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding("utf8");
    socket.on("data", (piece) => {
      answer += piece;
    });
    socket.on("error", reject);
    socket.on("end", () => {
      socket.end();
      resolve(answer);
    });
  });

describe("a method that a path does not have", () => {
  it.each([
    ["POST", "/search/alpha"],
    ["DELETE", "/search/alpha?q=a"],
    ["PUT", "/parsers/alpha"],
    ["PATCH", "/health"],
  ] as const)("%s %s: 405 with Allow", async (method, url) => {
    const answer = await server().inject({ method, url });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers["allow"]).toBe("GET, HEAD");
    expect(answer.json()).toMatchObject({ success: false, code: "method-not-allowed" });
  });

  it("says so in the format asked for", async () => {
    const answer = await server().inject({ method: "POST", url: "/health?format=xml" });
    expect(answer.statusCode).toBe(405);
    expect(answer.body).toContain("<code>method-not-allowed</code>");
  });
});

describe("a body", () => {
  const post = (payload: string, url = "/echo", type = "application/json") =>
    server().inject({ method: "POST", url, payload, headers: { "content-type": type } });

  it.each([
    ["broken JSON", "{", "application/json", 400, "bad-query"],
    ["nothing", "", "application/json", 400, "bad-query"],
    ["the wrong type", '{"query":1}', "application/json", 400, "bad-query"],
    ["another media type", "query=1", "application/x-www-form-urlencoded", 415, "bad-query"],
    ["a poisoned prototype", '{"__proto__":{"a":1},"query":"a"}', "application/json", 400, "bad-query"],
    ["too much", `{"query":"${"a".repeat(2000)}"}`, "application/json", 413, "too-large"],
  ])("of %s", async (_what, payload, type, status, code) => {
    const answer = await post(payload, "/echo", type);
    expect({ status: answer.statusCode, ...answer.json() }).toEqual({
      status,
      success: false,
      error: expect.stringMatching(/\S+.*\.$/),
      code,
      request_id: answer.headers["x-request-id"],
    });
    expect((await post(payload, "/echo?format=csv", type)).body).toMatch(/^success,error,code,request_id\nfalse,.+\n$/);
  });

  it.each(["application/x-www-form-urlencoded", "text/plain"])("of %s is told which type is wanted", async (type) => {
    const answer = await post("query=1", "/echo", type);
    expect([answer.statusCode, answer.json().error]).toEqual([
      415,
      "The body must be JSON, sent with Content-Type: application/json.",
    ]);
  });

  it("that names what is wrong", async () => {
    expect((await post('{"query":1}')).json().error).toMatch(/^query: /);
  });
});

describe("what is no request", () => {
  const failure = (answer: string): unknown => JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")));

  it("a URL of two megabytes: 414, read whole by its client", async () => {
    const url = await listening(server());
    const answer = await raw(url, `GET /search?q=${"a".repeat(2_000_000)} HTTP/1.1\r\nhost: a\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 414 URI Too Long\r\n/);
    expect(failure(answer)).toMatchObject({ success: false, error: expect.stringContaining("URL"), code: "too-large" });
  });

  it("in the format that the packet asks for", async () => {
    const url = await listening(server());
    const long = "a".repeat(60_000);
    const xml = await raw(url, `GET /search?format=xml&q=${long} HTTP/1.1\r\nhost: a\r\n\r\n`);
    expect(xml).toContain("content-type: application/xml; charset=utf-8\r\n");
    expect(xml).toContain("<code>too-large</code>");
    const csv = await raw(url, `GET /search?format=csv&q=${long} HTTP/1.1\r\nhost: a\r\n\r\n`);
    expect(csv).toMatch(
      /\r\n\r\nsuccess,error,code,request_id\nfalse,The URL is longer than 32768 bytes\.,too-large,.+\n$/,
    );
  });

  it("headers of a megabyte: 431", async () => {
    const url = await listening(server());
    const answer = await raw(url, `GET /search HTTP/1.1\r\nhost: a\r\nx-long: ${"a".repeat(1_000_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(failure(answer)).toMatchObject({ success: false, code: "too-large" });
  });

  it("bad syntax: 400", async () => {
    const url = await listening(server());
    for (const bytes of ["HELLO\r\n\r\n", "GET / HTTP/1.1\r\nbad header\r\n\r\n"]) {
      const answer = await raw(url, bytes);
      expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
      expect(failure(answer)).toMatchObject({ success: false, code: "bad-query" });
    }
  });

  it("a path that cannot be decoded: 400 in the format asked for", async () => {
    const answer = await server().inject("/search/%E0%A4%A?format=xml");
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain("<code>bad-query</code>");
  });

  it("the longest q that is allowed passes", async () => {
    const { answered, whole } = asking(`${await listening(server())}/search/alpha?q=${"%E7%8C%AB".repeat(2000)}`);
    expect((await answered).statusCode).toBe(502);
    expect(JSON.parse(await whole)).toMatchObject({ success: false, code: "unreachable" });
  });
});

it("a name of 600 letters in the path: 414", async () => {
  const answer = await server().inject(`/parsers/${"a".repeat(600)}`);
  expect({ status: answer.statusCode, ...answer.json() }).toMatchObject({ status: 414, code: "too-large" });
});

it("HEAD answers with the head of GET", async () => {
  const answer = await server().inject({ method: "HEAD", url: "/search/alpha?q=a" });
  expect(answer.statusCode).toBe(502);
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(answer.body).toBe("");
});

it("an answer that takes too long ends with timeout, as a stream with an error event", async () => {
  const app = server({ deadlineMs: 30 });
  const whole = await app.inject("/packages/never?q=a");
  expect({ status: whole.statusCode, ...whole.json() }).toMatchObject({ status: 504, code: "timeout" });
  const stream = await app.inject({ url: "/packages/never?q=a", headers: { accept: "application/x-ndjson" } });
  expect(stream.statusCode).toBe(200);
  expect(JSON.parse(stream.body.trim().split("\n").at(-1) ?? "")).toMatchObject({
    event: "error",
    data: { success: false, code: "timeout" },
  });
  expect((await app.inject("/packages/never?q=a&format=csv")).statusCode).toBe(504);
});

it("what is our own fault is logged with its cause", async () => {
  const lines: string[] = [];
  const log = { level: "error", stream: { write: (line: string) => lines.push(line) } };
  const app = server({ log });
  app.get("/fault", async () => {
    throw new TypeError("secret of the code");
  });
  const answer = await app.inject("/fault");
  expect({ status: answer.statusCode, ...answer.json() }).toMatchObject({ status: 500, code: "internal" });
  expect(answer.body).not.toContain("secret");
  expect(lines.join("")).toContain("secret of the code");
});

describe("with keys", () => {
  const open = (authorization?: string, url = "/parsers") =>
    server({ environment: { API_KEYS: "first-key, second-key" } }).inject({
      url,
      headers: authorization === undefined ? {} : { authorization },
    });

  it.each(["Bearer first-key", "bearer second-key"])("%s opens", async (authorization) => {
    expect((await open(authorization)).statusCode).toBe(200);
  });

  it.each([undefined, "Bearer", "Bearer third-key", "Bearer first-keyx", "Basic first-key", "first-key"])(
    "%s does not",
    async (authorization) => {
      const answer = await open(authorization, "/parsers?format=xml");
      expect(answer.statusCode).toBe(401);
      expect(answer.headers["www-authenticate"]).toBe('Bearer realm="tributary"');
      expect(answer.body).toContain("<code>unauthorized</code>");
    },
  );

  it.each(["/metrics", "/parsers", "/nowhere", "/documents", "/search?q=a"])("%s is closed", async (url) => {
    expect((await open(undefined, url)).statusCode).toBe(401);
  });

  it("leave the health open", async () => {
    expect((await open(undefined, "/health")).statusCode).toBe(200);
  });
});
