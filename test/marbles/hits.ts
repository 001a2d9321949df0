import { from, lastValueFrom } from "rxjs";
import { dedupeByUrl, type EngineRef, type Hit, type MergedHit } from "../../src/operators/dedupeByUrl.ts";

/** A hit of an engine, by its id or whole, at a rank. */
export function hit(engine: string | EngineRef, rank: number, url: string, fields: Record<string, unknown> = {}): Hit {
  const ref = typeof engine === "string" ? { id: engine } : engine;
  return { engine: ref, rank, item: { url, source: ref.id, ...fields } };
}

/** What hits of one page merge into. */
export const mergedFrom = (...hits: readonly Hit[]): Promise<MergedHit> =>
  lastValueFrom(from(hits).pipe(dedupeByUrl()));
