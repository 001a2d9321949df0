import { existsSync } from "node:fs";
import { join } from "node:path";
import { catchError, EMPTY, lastValueFrom, toArray } from "rxjs";
import { loadRecordings } from "../../src/replay/recordings.ts";
import { sources } from "../../src/sources/registry.ts";
import { runSource } from "../../src/sources/run.ts";
import type { Item } from "../../src/sources/source.ts";
import { keyValue } from "./keys.ts";
import { replayUpstream } from "./replay-upstream.ts";

const RECORDINGS = join(import.meta.dirname, "../../../shared/recordings");

/** What a source reads from a recorded answer (`search/bing/caffeine`); undefined where the recording is not here. */
export async function recordedItems(place: string): Promise<readonly Item[] | undefined> {
  const [category = "", id = "", name = ""] = place.split("/");
  const source = sources.find((one) => one.category === category && one.id === id);
  if (!source) throw new Error(`${place}: no such source`);
  if (!existsSync(join(RECORDINGS, category, id))) return undefined;
  const recording = loadRecordings(RECORDINGS, `${category}/${id}`).find((one) => one.name === name);
  if (!recording) return undefined;
  const keys = Object.fromEntries((source.key?.env ?? []).map((env) => [env, keyValue(env)]));
  const ask = { q: source.query.example, pagecount: 1, noCache: true, options: {} };
  return lastValueFrom(
    runSource(source, ask, { upstream: replayUpstream(() => recording), keys }).pipe(
      catchError(() => EMPTY),
      toArray(),
    ),
  );
}
