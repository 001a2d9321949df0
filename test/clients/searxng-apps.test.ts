import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { BY_THE_CLOCK } from "../support/until.ts";
import { ASKED, FOUND, type Replayed, replayed } from "./replayed.ts";

/*
 * Applications that ask a SearXNG instance and are no npm packages: their requests, as their sources send them, and what
 * they read of the answer.
 */

let open: Replayed;
let refused: Replayed;
let keyed: Replayed;

beforeAll(async () => {
  open = await replayed();
  refused = await replayed({ refusing: ["bing", "google"] });
  keyed = await replayed({ environment: { API_KEYS: "river" } });
});
afterAll(() => Promise.all([open, refused, keyed].map((service) => service.close())));

const Result = z.looseObject({ url: z.string(), title: z.string(), content: z.string() });

interface App {
  readonly method?: "POST";
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers?: (key: string) => Readonly<Record<string, string>>;
  /** What it cannot do without. */
  readonly reads: z.ZodType<{ readonly results: readonly { readonly url: string }[] }>;
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const plain = z.object({ results: z.array(Result) });
const withSuggestions = z.object({ results: z.array(Result), suggestions: z.array(z.string()) });

const APPS: Readonly<Record<string, App>> = {
  "LangChain Python, the root": {
    path: "",
    query: { language: "en", format: "json" },
    headers: bearer,
    reads: z.object({
      results: z.array(Result.extend({ engines: z.array(z.string()), category: z.string() })),
      answers: z.array(z.unknown()),
    }),
  },
  n8n: {
    method: "POST",
    path: "/search",
    query: { format: "json", pageno: "1", safesearch: "0", language: "all" },
    reads: plain,
  },
  Vane: {
    path: "/search",
    query: {
      format: "json",
      categories: "general,science",
      engines: "google,duckduckgo,arxiv",
      language: "en",
      pageno: "1",
    },
    reads: withSuggestions,
  },
  AnythingLLM: {
    path: "/search",
    query: { format: "json" },
    reads: z.object({ results: z.array(Result.extend({ publishedDate: z.string().nullable() })) }),
  },
  "Dify, the root": { path: "/", query: { time_range: "day", format: "json", categories: "general" }, reads: plain },
  LobeChat: {
    path: "/search",
    query: { engines: "google,bing,qwant,brave", categories: "general", time_range: "year", format: "json" },
    reads: plain,
  },
  LiteLLM: {
    path: "/search",
    query: { format: "json", pageno: "1", language: "en-US" },
    headers: bearer,
    reads: plain,
  },
  Hermes: {
    path: "/search",
    query: { format: "json", pageno: "1" },
    reads: z.object({ results: z.array(Result.extend({ score: z.number() })) }),
  },
  OpenClaw: {
    path: "/search",
    query: { format: "json", language: "en", categories: "general", num: "5" },
    headers: bearer,
    reads: z.object({
      results: z.array(
        Result.extend({
          score: z.number(),
          engine: z.string(),
          description: z.string(),
          published: z.string().nullable(),
        }),
      ),
    }),
  },
  "gpt-researcher": { path: "/search", query: { format: "json" }, reads: plain },
  "deer-flow": { path: "/search", query: { format: "json", language: "auto" }, reads: plain },
};

async function asked({ method, path, query, headers }: App, { url }: Replayed, key = "any") {
  const answer = await fetch(`${url}${path}?${new URLSearchParams({ q: ASKED, ...query })}`, {
    ...(method && { method }),
    headers: headers?.(key) ?? {},
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

describe.each(Object.entries(APPS))("%s", BY_THE_CLOCK, (_, app) => {
  it("finds what the engines found", async () => {
    const { status, body } = await asked(app, open);
    expect(status).toBe(200);
    expect(app.reads.parse(body).results.map(({ url }) => url)).toContain(FOUND);
  });

  it("is told which engines refused, beside what the others found", async () => {
    const { body } = await asked(app, refused);
    expect(app.reads.parse(body).results.map(({ url }) => url)).toContain(FOUND);
    const engines = app.query["engines"]?.split(",") ?? ["bing", "google"];
    const told = body.unresponsive_engines.map(([engine]: readonly [string, string]) => engine);
    expect(told.toSorted()).toEqual(engines.filter((engine) => ["bing", "google"].includes(engine)).toSorted());
  });

  it("needs a key where one is required", async () => {
    expect((await asked({ ...app, headers: () => ({}) }, keyed)).status).toBe(401);
    if (app.headers) expect((await asked(app, keyed, "river")).status).toBe(200);
  });
});
