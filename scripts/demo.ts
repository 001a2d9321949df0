import { join } from "node:path";
import {
  concat,
  defer,
  filter,
  finalize,
  from,
  fromEvent,
  map,
  merge,
  mergeMap,
  type Observable,
  take,
  takeUntil,
  tap,
} from "rxjs";
import { replayable } from "../src/cli/replay.ts";
import { serving, welcome } from "../src/cli/serve.ts";
import type { Recording } from "../src/replay/recordings.ts";
import { createRuntime } from "../src/runtime.ts";
import { findSource } from "../src/sources/catalogue.ts";
import { WORLD as INDEXES } from "../test/aggregate/research/indexes.ts";
import { KETTLES, WORLD as kettles } from "../test/aggregate/seo/kettles.ts";
import { SHOP } from "../test/aggregate/seo/shop.ts";
import { HOSTS } from "../test/aggregate/worlds/valfleuri.ts";
import { demoGateway } from "./demo-gateway.ts";

/*
 * The service over recorded answers, the project's own and some that were written for this: no internet needed, everything
 * labelled as replayed, and whatever was not recorded is said not to be. Runs one search and one extraction, prints them,
 * and goes on serving until it is stopped (`--once`: ends then).
 */
const FIXTURES = join(import.meta.dirname, "../test/fixtures");
const OWN = join(import.meta.dirname, "demo-recordings");
/** Where sources that are asked at an instance of the operator's choice were recorded. */
const INSTANCES = { SEARXNG_URL: "https://instance.example", NPM_REGISTRY_URL: "https://instance.example" };
/** The analyses are shown over things that are made up: a commune, a page, a shop, a few works on floods. */
const WORLDS = [
  { world: { hosts: HOSTS }, about: /Valfleuri|38999|38990|45\.2|CODGEO|resources|datasets/ },
  { world: { pages: kettles.pages }, about: /steel-kettle/ },
  { world: SHOP, about: /shop\.example|registry\.example|192\.0\.2\.|rdap\/dns\.json/ },
  { world: INDEXES, about: /floods|10\.1000|W\d|1111-1111/i },
];
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
  worlds: WORLDS,
  why: "not recorded in this demo",
});

const demo$ = gateway$.pipe(
  mergeMap((gateway) => {
    const runtime = createRuntime({
      ...process.env,
      ...INSTANCES,
      UPSTREAM_GATEWAY: gateway,
      TRIBUTARY_NO_PACE: "true",
    });
    return serving(runtime, { replay: true }).pipe(
      tap((at) =>
        say(`REPLAYED: every answer below is a recording of the project's own, not the live web.\n\n${welcome(at)}`),
      ),
      mergeMap(({ url }) =>
        concat(
          shown(`${url}/search?q=rxjs+backpressure&pagecount=1&max_results=5`),
          shown(`${url}/extract?q=https://example.com`),
          shown(`${url}/france/living?q=Valfleuri`),
          shown(`${url}/seo/audit?q=shop.example`),
          shown(`${url}/research/literature?q=floods+of+towns`),
          told(`${url}/france/living/llm?q=Valfleuri`),
          told(`${url}/seo/content/llm?q=${KETTLES}`),
          defer(() => {
            say(process.argv.includes("--once") ? "" : "Still serving the recordings; stop with Ctrl-C.");
            return [true];
          }),
        ),
      ),
      finalize(() => void runtime.close()),
    );
  }),
  filter((done) => done === true && process.argv.includes("--once")),
  take(1),
);

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
