import { firstValueFrom } from "rxjs";
import { expect } from "vitest";
import { bodyOf } from "../../src/aggregate/body.ts";
import type { Analysis } from "../../src/aggregate/define.ts";
import { readConfig } from "../../src/config.ts";
import type { App } from "../../src/http/app-context.ts";
import { createServer as createApp } from "../../src/http/server.ts";
import { categories } from "../../src/sources/catalogue.ts";
import { until } from "../support/until.ts";

import { analysisAt, playing } from "./playing.ts";
import type { World } from "./world.ts";

export { analysisAt, fixtures, type Played, playing } from "./playing.ts";
export type { Page, World } from "./world.ts";

/** One event of a stream. */
export interface Told {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** An answer whose JSON is not looked at by type. */
export type Json = Readonly<Record<string, unknown>>;

/** A whole analysis through the real door. */
export interface Bench {
  /** The address of the server. */
  readonly url: string;
  /** Every upstream address asked so far, in order. */
  readonly asked: readonly string[];
  /** Upstream requests that have no answer yet. */
  open(): number;
  /** The raw answer. */
  get(
    path: string,
    parameters?: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Response>;
  /** The JSON answer, which must be 200 and fit the analysis' own schema. */
  json(path: string, parameters?: Readonly<Record<string, string>>): Promise<Json>;
  /** A failure, with its status. */
  failure(path: string, parameters?: Readonly<Record<string, string>>): Promise<Json & { readonly status: number }>;
  /** The CSV answer's rows by column. */
  csv(
    path: string,
    parameters?: Readonly<Record<string, string>>,
  ): Promise<readonly Readonly<Record<string, string>>[]>;
  xml(path: string, parameters?: Readonly<Record<string, string>>): Promise<string>;
  /**
   * The events of the SSE answer. That `understood` comes first, and that the sections merged are those of `done`, which fits the
   * schema, is asserted.
   */
  sse(path: string, parameters?: Readonly<Record<string, string>>): Promise<readonly Told[]>;
  /** The events of the NDJSON answer. */
  ndjson(path: string, parameters?: Readonly<Record<string, string>>): Promise<readonly Told[]>;
  /** The prompt's text; must be 200 and plain text. */
  prompt(path: string, parameters?: Readonly<Record<string, string>>): Promise<string>;
  /** Asks for SSE, leaves after the first section that has the name (default: any but `understood`), and waits until no upstream request is open. */
  leave(path: string, parameters?: Readonly<Record<string, string>>, section?: string): Promise<void>;
  close(): Promise<void>;
}

/** Serves the analyses over a world on loopback. */
export async function bench(world: World): Promise<Bench> {
  const played = await playing(world);
  const { upstream, environment, asked, open } = played;
  const config = readConfig(environment);
  const faults: string[] = [];
  const app: App = createApp({
    config,
    log: { level: "error", stream: { write: (line: string) => void faults.push(line) } },
    env: { upstream, keys: environment, dataDir: config.DATA_DIR, ...(world.now && { now: world.now }) },
    categories,
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });

  const get: Bench["get"] = (path, parameters = {}, headers = {}) =>
    fetch(`${url}${path}?${new URLSearchParams(parameters)}`, { headers });
  const text = async (path: string, parameters: Readonly<Record<string, string>>, accept?: string): Promise<string> => {
    const response = await get(path, parameters, accept ? { accept } : {});
    const body = await response.text();
    expect(response.status, body).toBe(200);
    // What is a fault of our own is only told in the log: a section may be missing for it.
    expect(faults).toEqual([]);
    return body;
  };

  return {
    url,
    asked,
    open,
    get,
    json: async (path, parameters = {}) => {
      const body: Json = JSON.parse(await text(path, parameters));
      fits(await analysisAt(path), body);
      return body;
    },
    failure: async (path, parameters = {}) => {
      const response = await get(path, parameters);
      const body: Json = (await response.json()) as Json;
      expect(body).toMatchObject({ success: false });
      return { ...body, status: response.status };
    },
    csv: async (path, parameters = {}) => {
      const { parse } = await import("csv-parse/sync");
      return parse(await text(path, { ...parameters, format: "csv" }), { columns: true });
    },
    xml: async (path, parameters = {}) => {
      const body = await text(path, { ...parameters, format: "xml" });
      const { XMLValidator } = await import("fast-xml-parser");
      expect(XMLValidator.validate(body)).toBe(true);
      return body;
    },
    sse: async (path, parameters = {}) => {
      const told = eventsIn(await text(path, parameters, "text/event-stream"));
      consistent(await analysisAt(path), told);
      return told;
    },
    ndjson: async (path, parameters = {}) => {
      const body = await text(path, parameters, "application/x-ndjson");
      const told = body
        .trimEnd()
        .split("\n")
        .map((line): Told => JSON.parse(line));
      consistent(await analysisAt(path), told);
      return told;
    },
    prompt: async (path, parameters = {}) => {
      const response = await get(`${path}/llm`, parameters);
      const body = await response.text();
      expect(response.status, body).toBe(200);
      expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
      return body;
    },
    leave: async (path, parameters = {}, section) => {
      const leaving = new AbortController();
      const response = await fetch(`${url}${path}?${new URLSearchParams(parameters)}`, {
        headers: { accept: "text/event-stream" },
        signal: leaving.signal,
      });
      let seen = "";
      for await (const piece of response.body ?? []) {
        seen += Buffer.from(piece).toString("utf8");
        const sections = eventsIn(seen).filter(({ event }) => event === "section");
        const there = sections.some(({ data }) =>
          section === undefined ? data["name"] !== "understood" : data["name"] === section,
        );
        if (there) break;
      }
      leaving.abort();
      await until(() => open() === 0, `no upstream request open; ${open()} are`);
    },
    close: async () => {
      await app.close();
      await played.close();
    },
  };
}

/** The tokens of a prompt, as its readers' models count them. */
export async function tokensOf(text: string): Promise<number> {
  const { tokenizer$ } = await import("../../src/pipelines/budget/tokens.ts");
  return (await firstValueFrom(tokenizer$))(text);
}

function eventsIn(sse: string): readonly Told[] {
  return sse.split("\n\n").flatMap((block) => {
    const event = /^event: (.*)$/m.exec(block)?.[1];
    const data = /^data: (.*)$/m.exec(block)?.[1];
    return event && data && block.includes("\ndata: ") ? toldIn(event, data) : [];
  });
}

/** An event; none where only its beginning has come. */
function toldIn(event: string, data: string): readonly Told[] {
  try {
    return [{ event, data: JSON.parse(data) }];
  } catch {
    return [];
  }
}

/** Asserts that an answer is what the analysis' schema says, and has nothing besides. */
function fits(analysis: Analysis, body: Json): void {
  const read = bodyOf(analysis).strict().safeParse(body);
  expect(read.error?.issues ?? [], JSON.stringify(body).slice(0, 2_000)).toEqual([]);
}

/** Asserts what holds for every stream of an analysis. */
function consistent(analysis: Analysis, told: readonly Told[]): void {
  const sections = told.filter(({ event }) => event === "section").map(({ data }) => data);
  const done = told.at(-1);
  expect(done?.event, JSON.stringify(done)).toBe("done");
  if (!done) return;
  fits(analysis, done.data);
  expect(sections[0]?.["name"]).toBe("understood");
  const merged: Record<string, unknown> = {};
  for (const { name, value } of sections) {
    const [field = "", index] = String(name).split(".");
    if (index === undefined) merged[field] = value;
    else {
      const list = merged[field];
      merged[field] = Array.isArray(list) ? list.with(Number(index), value) : [value];
    }
  }
  const { understood, ...rest } = merged;
  expect(done.data["understood"]).toEqual(understood);
  for (const name of Object.keys(analysis.answer.shape)) expect(done.data[name], name).toEqual(rest[name]);
}
