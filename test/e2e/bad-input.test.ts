import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Running, tributary } from "./processes.ts";

let service: Running;

beforeAll(async () => {
  // A gateway that nobody keeps: nothing here may get so far.
  service = await tributary(["serve"], { UPSTREAM_GATEWAY: "http://127.0.0.1:9" });
});
afterAll(() => service.stop());

const XML = /^<\?xml version="1\.0" encoding="UTF-8"\?>\s*<response>\s*<success>false<\/success>/;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A failure has one shape in each format, and a sentence that names what is wrong. */
const isFailure = {
  json: (body: string, code: string, names: string) =>
    expect(JSON.parse(body)).toEqual({
      success: false,
      error: expect.stringContaining(names),
      code,
      request_id: expect.stringMatching(UUID),
    }),
  xml: (body: string, code: string, names: string) => {
    expect(body).toMatch(XML);
    expect(body).toContain(`<code>${code}</code>`);
    expect(body).toContain(names);
  },
  csv: (body: string, code: string, names: string) => {
    expect(body).toMatch(/^success,error,code,request_id\r?\nfalse,.+\r?\n$/);
    expect(body.trimEnd().split(",").at(-2)).toBe(code);
    expect(body).toContain(names);
  },
};

type Format = keyof typeof isFailure;

const TYPES: Readonly<Record<Format, string>> = { json: "application/json", xml: "application/xml", csv: "text/csv" };

const WRONG = [
  ["no q", "GET", "/search?", 400, "bad-query", "q"],
  ["an empty q", "GET", "/search?q=", 400, "bad-query", "q"],
  ["a blank q", "GET", "/search/mojeek?q=%20%09", 400, "bad-query", "q"],
  ["two of q", "GET", "/search?q=a&q=b", 400, "bad-query", "q"],
  ["a q of 2,001 letters", "GET", `/search?q=${"a".repeat(2001)}`, 400, "bad-query", "2000"],
  ["no page", "GET", "/search?q=a&pagecount=0", 400, "bad-query", "pagecount"],
  ["too many pages", "GET", "/search?q=a&pagecount=51", 400, "bad-query", "pagecount"],
  ["half a page", "GET", "/search?q=a&pagecount=1.5", 400, "bad-query", "pagecount"],
  ["pages in words", "GET", "/search?q=a&pagecount=many", 400, "bad-query", "pagecount"],
  ["a flag that is none", "GET", "/search?q=a&no_cache=perhaps", 400, "bad-query", "no_cache"],
  ["an unknown engine", "GET", "/search/nosuch?q=a", 404, "unknown-source", "nosuch"],
  ["an unknown engine among others", "GET", "/search?q=a&sources=mojeek,nosuch", 404, "unknown-source", "nosuch"],
  ["an unknown category", "GET", "/nosuch/mojeek?q=a", 404, "unknown-source", "nosuch"],
  ["what is no URL", "GET", "/extract?q=http://", 400, "bad-query", "http://"],
  ["the wrong method", "DELETE", "/search?q=a", 405, "method-not-allowed", "GET"],
  ["a path that is not UTF-8", "GET", "/search/%E0%A4%A?q=a", 400, "bad-query", ""],
] as const;

describe.each(Object.keys(TYPES) as Format[])("bad input in %s", (format) => {
  it.each(WRONG)("%s", async (_what, method, path, status, code, names) => {
    const response = await fetch(`${service.url}${path}${path.includes("?") ? "&" : "?"}format=${format}`, { method });
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toContain(TYPES[format]);
    isFailure[format](await response.text(), code, names);
  });

  it("a q of two megabytes", async () => {
    const { port } = new URL(service.url);
    const answer = await new Promise<string>((resolve, reject) => {
      let text = "";
      const socket = connect(Number(port), "127.0.0.1", () =>
        socket.write(`GET /search?format=${format}&q=${"a".repeat(2_000_000)} HTTP/1.1\r\nhost: a\r\n\r\n`),
      );
      socket.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
      });
      socket.on("error", reject).on("end", () => {
        socket.end();
        resolve(text);
      });
    });
    const [head = "", body = ""] = answer.split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 414 /);
    expect(head).toContain(TYPES[format]);
    isFailure[format](body, "too-large", "URL");
  });
});

it.each(["yaml", "", "JSON5", "json&format=xml"])("format=%s is refused as JSON", async (format) => {
  const response = await fetch(`${service.url}/search?q=a&format=${format}`);
  expect(response.status).toBe(400);
  isFailure.json(await response.text(), "bad-query", "format");
});

it("goes on serving after all that", async () => {
  expect((await fetch(`${service.url}/health`)).status).toBe(200);
});
