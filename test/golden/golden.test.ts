import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { allTools } from "../../src/mcp/list.ts";
import { categories } from "../../src/sources/catalogue.ts";
import { known, LONG, PAGE, SEARCH } from "./asked.ts";
import { type Answer, type Service, startService } from "./service.ts";
import { hashOf, written } from "./written.ts";

/*
 * What every face lists and answers, held in the files beside this one: a change of a face shows there line by line. Where it is meant,
 * `npm run golden` writes them anew.
 */

let folder: string;
let service: Service;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-21T12:00:00Z") });
  folder = mkdtempSync(join(tmpdir(), "tributary-golden-"));
  service = await startService(folder);
  // A stream waits for every engine, however long its code takes to load: what a busy machine leaves behind is no golden answer.
  await service.rest(`/search?q=${encodeURIComponent(SEARCH)}`, { accept: "text/event-stream" });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
  vi.useRealTimers();
});

const golden = (name: string, lines: readonly string[]) =>
  expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(join(import.meta.dirname, `${name}.txt`));

/** Each asked in turn: an answer may come from what an earlier one left in the cache. */
async function answers(asked: readonly (readonly [string, () => Promise<Answer>])[]): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const [name, ask] of asked) lines.push(written(name, await ask()));
  return lines;
}

const json = (value: unknown): string => JSON.stringify(value);

it("the OpenAPI document: the core line by line, every other operation by its parameters and a hash", async () => {
  const alive = setInterval(() => undefined, 1_000);
  const document: {
    paths: Record<string, Record<string, { tags?: string[]; parameters?: { name: string }[] }>>;
    components: { schemas: Record<string, unknown> };
  } = (await service.app.inject("/openapi.json")).json();
  clearInterval(alive);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const { parameters = [], tags = [], ...rest } = operation;
      const head = `${method.toUpperCase()} ${path} [${tags.join(",")}] ${hashOf(json(operation))}`;
      if (!tags.includes("core")) return `${head} ${parameters.map(({ name }) => name).join(" ")}`;
      return [
        head,
        ...parameters.map((one) => `  ${json(one)}`),
        ...Object.entries(rest).map((one) => `  ${json(one)}`),
      ];
    }),
  );
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => `${name} ${json(schema)}`);
  await golden("openapi", [...operations.flat(), ...schemas]);
});

it("the list of the tools", async () => {
  const listed = await service.tools();
  expect(listed.length).toBe(allTools(categories).length);
  await golden(
    "tools",
    listed.map(({ name, inputSchema, ...facts }) => `${name} ${json(facts)}\n  ${json(inputSchema)}`),
  );
});

it("the help of every command", async () => {
  const all = await service.cli(["--help"]);
  const commands = [...all.text.matchAll(/^ {2}(\w+) (?=.*\s{2})/gm)].map(([, name = ""]) => name);
  expect(commands).toContain("search");
  const texts: string[] = [all.text];
  for (const name of commands.filter((one) => one !== "help")) texts.push((await service.cli([name, "--help"])).text);
  await golden("help", texts);
});

it("answers over REST", async () => {
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    [
      `GET ${path.slice(0, 200)}${headers["accept"] ? ` as ${headers["accept"]}` : ""}`,
      () => service.rest(path, headers),
    ] as const;
  const post = (path: string, body: unknown) =>
    [`POST ${path} ${json(body).slice(0, 200)}`, () => service.post(path, body)] as const;
  const q = encodeURIComponent(SEARCH);
  await golden(
    "rest",
    await answers([
      ...known.map(({ source, q, options }) =>
        get(`/${source.category}/${source.id}?${new URLSearchParams({ q, ...options })}`),
      ),
      get(`/search?q=${q}`),
      get(`/search?q=${q}&engines=mojeek,brave&max_results=2`),
      ...["text/csv", "application/xml"].map((accept) => get(`/packages/crates?q=tokio`, { accept })),
      get(`/search/mojeek?q=${q}&colour=red`),
      get(`/search?q=${q}&engines=nobody`),
      get(`/search?q=`),
      get(`/search`),
      get(`/search?q=${LONG}`),
      get(`/packages/nobody?q=x`),
      get(`/packages/crates?q=${LONG}`),
      get(`/packages/crates`),
      get(`/extract?q=${encodeURIComponent(PAGE)}`),
      get(`/extract?q=ftp://x.example/`),
      get(`/extract?q=http://127.0.0.1/`),
      get(`/extract`),
      get(`/map?q=http://127.0.0.1/`),
      get(`/crawl/v1?url=http://127.0.0.1/`),
      post("/batch", [
        { parser: "packages/crates", query: "tokio" },
        { parser: "nobody", query: "x" },
      ]),
      post("/batch", []),
      post("/batch", [{ parser: "packages/crates" }]),
      post("/research", { input: "" }),
      get("/seo/robots-txt?q="),
      get("/seo/robots-txt?q=http://127.0.0.1/"),
      get("/seo/robots-txt"),
      get("/parsers?q=crates"),
      get("/nothing"),
    ]),
  );
});

it("answers over MCP", async () => {
  const call = (name: string, given: Readonly<Record<string, unknown>>) =>
    [`${name} ${json(given).slice(0, 200)}`, () => service.mcp(name, given)] as const;
  await golden(
    "mcp",
    await answers([
      ...known.map(({ source, q, options }) =>
        call(`${source.category}_lookup`, {
          parser: source.id,
          query: q,
          ...(Object.keys(options).length > 0 && { options }),
        }),
      ),
      call("web_search", { query: SEARCH }),
      call("web_search", { query: SEARCH, engines: ["mojeek", "brave"], max_results: 2 }),
      call("web_search", { query: SEARCH, engines: ["nobody"] }),
      call("web_search", { query: "" }),
      call("web_search", {}),
      call("web_search", { query: LONG }),
      call("packages_lookup", { parser: "nobody", query: "x" }),
      call("packages_lookup", { parser: "crates", query: LONG }),
      call("packages_lookup", { parser: "crates", query: "tokio", options: { colour: "red" } }),
      call("packages_lookup", { parser: "crates" }),
      call("web_extract", { urls: [PAGE] }),
      call("web_extract", { urls: ["ftp://x.example/"] }),
      call("web_extract", { urls: ["http://127.0.0.1/"] }),
      call("web_extract", {}),
      call("web_map", { url: "http://127.0.0.1/" }),
      call("web_crawl", { url: "http://127.0.0.1/" }),
      call("web_batch", {
        requests: [
          { parser: "packages/crates", query: "tokio" },
          { parser: "nobody", query: "x" },
        ],
      }),
      call("web_batch", { requests: [] }),
      call("web_research", { query: "" }),
      call("seo_robots_txt", { q: "" }),
      call("seo_robots_txt", { q: "http://127.0.0.1/" }),
      call("seo_robots_txt", {}),
      call("list_parsers", { query: "crates" }),
    ]),
  );
});

it("answers on the command line", async () => {
  const said = (...words: readonly string[]) => [words.join(" ").slice(0, 200), () => service.cli(words)] as const;
  await golden(
    "cli",
    await answers([
      ...known
        .slice(0, 40)
        .map(({ source, q, options }) =>
          said(
            ...["get", `${source.category}/${source.id}`, q],
            ...Object.entries(options).flatMap(([name, value]) => ["-o", `${name}=${value}`]),
          ),
        ),
      said("search", SEARCH, "--json"),
      said("search", SEARCH, "-e", "mojeek,brave", "-n", "2"),
      said("search", SEARCH, "-e", "nobody"),
      said("search", ""),
      said("search"),
      said("search", LONG),
      said("get", "packages/nobody", "x"),
      said("get", "packages/crates", LONG),
      said("get", "packages/crates", "tokio", "-o", "colour=red"),
      said("get", "packages/crates", "tokio", "-f", "csv"),
      said("get", "packages/crates"),
      said("extract", PAGE),
      said("extract", "ftp://x.example/"),
      said("extract", "http://127.0.0.1/"),
      said("extract"),
      said("map", "http://127.0.0.1/"),
      said("crawl", "http://127.0.0.1/"),
      said("research", ""),
      said("get", "seo/robots-txt", ""),
      said("get", "seo/robots-txt", "http://127.0.0.1/"),
      said("sources", "crates"),
      said("nothing"),
    ]),
  );
});
