import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  catchError,
  combineLatest,
  concat,
  defer,
  EMPTY,
  filter,
  finalize,
  from,
  fromEvent,
  ignoreElements,
  map,
  merge,
  mergeMap,
  NEVER,
  type Observable,
  of,
  take,
  takeUntil,
  tap,
} from "rxjs";
import { mcpDeps, servingMcp } from "../src/cli/mcp.ts";
import { replayable } from "../src/cli/replay.ts";
import { serving } from "../src/cli/serve.ts";
import type { Recording } from "../src/replay/recordings.ts";
import { createRuntime } from "../src/runtime.ts";
import { findSource } from "../src/sources/catalogue.ts";
import { KETTLES } from "../test/aggregate/seo/kettles.ts";
import { ASKED, NOW, WORLD } from "../test/aggregate/worlds/valdor.ts";
import { demoGateway } from "./demo-gateway.ts";
import { namesOf } from "./demo-names.ts";

/*
 * The service over recorded answers, the project's own and some that were written for this: no internet needed, everything
 * labelled as replayed, and whatever was not recorded is said not to be. REST and MCP are served until it is stopped; what
 * to try is printed. `--verbose` asks and prints a search, a page, analyses and prompts first, `--once` does so and ends.
 */
const FIXTURES = join(import.meta.dirname, "../test/fixtures");
const OWN = join(import.meta.dirname, "demo-recordings");
/** Where sources that are asked at an instance of the operator's choice were recorded. */
const INSTANCES = { SEARXNG_URL: "https://instance.example", NPM_REGISTRY_URL: "https://instance.example" };
/** What there is to ask. */
const RECORDED = [
  "/search?q=rxjs+backpressure",
  "/s/rxjs+backpressure",
  "/extract?q=https://example.com",
  "/crawl?q=docs.example.com",
  "/map?q=docs.example.com",
  ...Object.entries(ASKED).map(([path, given]) => `${path}?${new URLSearchParams(given)}`),
];
const ONCE = process.argv.includes("--once");
/** Print what is answered, and not only what to try. */
const VERBOSE = ONCE || process.argv.includes("--verbose");
const say = (line: string): void => console.log(line);

/** What a recording was asked: its source's example where it does not say. Pages are asked for by their address alone. */
const wordsOf = ({ category, id, meta }: Recording): string =>
  category === "page" ? "" : (meta.q ?? findSource(`${category}/${id}`)?.query.example ?? "");

const gateway$ = demoGateway({
  recordings: [
    ...replayable(OWN),
    ...replayable(FIXTURES).filter(({ category, id }) => category !== "page" || id === "demo"),
  ],
  wordsOf,
  why: `not recorded in this demo, only these are: ${RECORDED.join(", ")}, and each parser's example in /parsers`,
});

const demo$ = gateway$.pipe(
  mergeMap((gateway) => {
    const data = mkdtempSync(join(tmpdir(), "tributary-demo-"));
    const begun = Date.now();
    const made = createRuntime({
      ...process.env,
      ...WORLD.environment,
      ...INSTANCES,
      DATA_DIR: data,
      UPSTREAM_GATEWAY: gateway,
      TRIBUTARY_NO_PACE: "true",
      LOG_LEVEL: process.env["LOG_LEVEL"] ?? "warn",
    });
    // Of the made-up world's day, and with its name servers.
    const upstream = namesOf(made.env.upstream, WORLD.recordings ?? []);
    const runtime = { ...made, env: { ...made.env, upstream, now: () => NOW + Date.now() - begun } };
    const tools$ = servingMcp({
      ...mcpDeps(runtime, process.stderr, process.stdout),
      replayed: { seen: true },
    }).pipe(
      catchError((error: unknown) => {
        console.error(`The tools (MCP) are not served: ${error instanceof Error ? error.message : String(error)}`);
        return concat(of(undefined), NEVER);
      }),
    );
    return combineLatest([serving(runtime, { replay: true }), tools$]).pipe(
      mergeMap(([{ url }, mcp]) =>
        concat(
          VERBOSE ? examples(url) : EMPTY,
          defer(() => of(say(welcome(url, mcp)))),
        ),
      ),
      finalize(() => void runtime.close().finally(() => rmSync(data, { recursive: true, force: true }))),
    );
  }),
  filter(() => ONCE),
  take(1),
);

/** What is asked and printed on request; nothing is emitted. */
const examples = (url: string): Observable<never> =>
  concat(
    shown(`${url}/search?q=rxjs+backpressure&pagecount=1&max_results=5`),
    shown(`${url}/extract?q=https://example.com`),
    shown(`${url}/france/living?q=Valfleuri`),
    shown(`${url}/seo/audit?q=shop.example`),
    shown(`${url}/research/literature?q=floods+of+towns`),
    told(`${url}/france/living/llm?q=Valfleuri`),
    told(`${url}/seo/content/llm?q=${KETTLES}`),
  ).pipe(ignoreElements());

/** What a newcomer reads: where it is, and five things to try. */
const welcome = (url: string, mcp: string | undefined): string =>
  [
    "REPLAYED: every answer is a recording of the project's own or made up, not the live web.",
    "",
    `Tributary listens on ${url}`,
    "",
    "What is recorded:",
    ...inPairs(RECORDED),
    "",
    "Try:",
    `  1. ${url}/?q=rxjs+backpressure   a page to search from, for a browser`,
    `  2. curl '${url}/search?q=rxjs+backpressure&pagecount=1'   every engine, merged and ranked`,
    `  3. curl '${url}/r/https://example.com'   a page as Markdown`,
    `  4. curl '${url}/france/living/llm?q=Valfleuri'   an analysis over a dozen sources, as a prompt`,
    mcp
      ? `  5. claude mcp add --transport http tributary-demo ${mcp}   its tools (MCP), for an agent`
      : `  5. ${url}/docs   the interface, to read and try`,
    ...(ONCE ? [] : ["", "Stop with Ctrl-C; --verbose asks and prints some of it first."]),
  ].join("\n");

/** Two of them a line, where both are short. */
function inPairs(paths: readonly string[]): readonly string[] {
  const [first, second, ...rest] = paths;
  if (first === undefined) return [];
  return second === undefined || first.length > 50
    ? [`  ${first}`, ...inPairs(paths.slice(1))]
    : [`  ${first.padEnd(50)}  ${second}`, ...inPairs(rest)];
}

function shown(url: string): Observable<unknown> {
  return defer(() => from(fetch(url))).pipe(
    mergeMap((response) => from(response.json()).pipe(map((body) => ({ response, body })))),
    tap(({ response, body }) => {
      say(`REPLAYED  GET ${url}   (x-tributary-replay: ${response.headers.get("x-tributary-replay")})`);
      say(`${JSON.stringify(body, null, 2)}\n`);
    }),
  );
}

function told(url: string): Observable<unknown> {
  return defer(() => from(fetch(url))).pipe(
    mergeMap((response) => response.text()),
    tap((body) => say(`REPLAYED  GET ${url}\n${body}\n`)),
  );
}

const stopped$ = merge(fromEvent(process, "SIGINT"), fromEvent(process, "SIGTERM"));
demo$.pipe(takeUntil(stopped$)).subscribe({
  error: (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
});
