import { join } from "node:path";
import { firstValueFrom, type Subscription, share } from "rxjs";
import { createServer } from "../../src/http/server.ts";
import { replayGateway } from "../../src/replay/gateway.ts";
import { bestMatch } from "../../src/replay/match.ts";
import { loadRecordings, type Recording } from "../../src/replay/recordings.ts";
import { createRuntime } from "../../src/runtime.ts";
import { categories } from "../../src/sources/catalogue.ts";

// What the first search brings, which takes a busy machine longer than clients wait for an answer.
import "../../src/http/adapters/searxng/face.ts";
import "../../src/sources/encyclopedia/index.ts";
import "../../src/sources/scholar/index.ts";
import "../../src/sources/search/index.ts";
import "../../src/upstream/http.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The project's own recordings of every source, and the pages of the demonstration. */
const recordings: readonly Recording[] = [
  ...loadRecordings(join(ROOT, "scripts/demo-recordings")),
  ...loadRecordings(join(ROOT, "test/fixtures")),
];

/** Not an answer that is worth seeing again. */
const SPECIAL = new Set<string | undefined>(["empty", "error", "blocked"]);

/** What the fixtures of the engines were asked. */
export const ASKED = "rxjs backpressure";
/** What every engine's fixture found for it. */
export const FOUND = "https://rxjs.dev/guide/overview";
/** A page that was recorded. */
export const PAGE = "https://example.com/";

export interface Replayed {
  /** Where the service listens. */
  readonly url: string;
  close(): Promise<void>;
}

interface Options {
  /** Engines that answer with the block page of their fixtures. */
  readonly refusing?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** The whole service over recordings of its engines, for clients that know nothing of it. */
export async function replayed({ refusing = [], environment = {} }: Options = {}): Promise<Replayed> {
  const usual = recordings.filter(({ meta }) => !SPECIAL.has(meta.case));
  const blocked = recordings.filter(({ id, meta }) => refusing.includes(id) && meta.case === "blocked");
  const gateway$ = replayGateway(usual, {
    choose: (all, asked) => {
      const found = bestMatch(all, asked);
      return blocked.find(({ id }) => id === found?.id) ?? found;
    },
  }).pipe(share());
  const serving: Subscription = gateway$.subscribe();
  const gateway = await firstValueFrom(gateway$);
  const runtime = createRuntime({
    UPSTREAM_GATEWAY: gateway.url,
    SEARXNG_URL: "https://instance.example",
    TRIBUTARY_NO_PACE: "true",
    LOG_LEVEL: "silent",
    ...environment,
  });
  const app = createServer({ ...runtime, categories });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  return {
    url,
    close: async () => {
      await app.close();
      await runtime.close();
      serving.unsubscribe();
    },
  };
}

/** All that a stream gives. */
export async function gathered<T>(stream: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const piece of stream) all.push(piece);
  return all;
}
