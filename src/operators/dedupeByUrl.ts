import { defer, filter, map, type OperatorFunction } from "rxjs";
import { relay } from "../relay.ts";
import type { Item } from "../sources/source.ts";
import { canonicalUrl } from "./canonicalUrl.ts";

/** What fusion knows of an engine. */
export interface EngineRef {
  readonly id: string;
  /** The weight of its ranks; default 1. */
  readonly weight?: number | undefined;
  /** The id of the engine whose index it shows. */
  readonly backedBy?: string | undefined;
}

/** One item where one engine placed it. */
export interface Hit {
  readonly engine: EngineRef;
  /** 1-based, in the engine's own order. */
  readonly rank: number;
  readonly item: Item;
}

/** An item as all its engines know it together. */
export interface MergedItem extends Item {
  /** Every engine that found it, the best rank first. */
  readonly engines: readonly string[];
}

/** One page and all its hits. */
export interface MergedHit {
  /** The canonical URL; for an item without URL, its engine and rank. */
  readonly id: string;
  /** One an engine; best rank first, then the heavier engine, then by the engine's id. Never empty. */
  readonly hits: readonly [Hit, ...Hit[]];
  readonly item: MergedItem;
}

/** What tells one hit's page from another's. */
export const pageOf = ({ engine, rank, item }: Hit): string =>
  typeof item["url"] === "string" ? canonicalUrl(item["url"]) : `${engine.id}#${rank}`;

/**
 * Merges hits of one page. Each hit leaves at once; a later one of the same page makes the merged page leave again
 * under the same `id`. An engine that repeats a page counts with its best rank, and says nothing new otherwise.
 *
 *     hits:   --a1--b1--a2--b1--|      a1 and a2: one page, found by two engines
 *     merged: --A---B---A'------|
 *
 * The merged item is the best-ranked hit's, with the longest snippet of all and what it lacks filled in from the others,
 * best rank first: which hit came first changes nothing.
 */
export function dedupeByUrl(): OperatorFunction<Hit, MergedHit> {
  return (hits$) =>
    defer(() => {
      const pages = new Map<string, MergedHit["hits"]>();
      return hits$.pipe(
        map((hit) => {
          const id = pageOf(hit);
          const hits = joined(pages.get(id), hit);
          if (hits) pages.set(id, hits);
          return hits && { id, hits, item: mergedItem(hits) };
        }),
        filter((merged) => merged !== undefined),
      );
    });
}

/**
 * All pages at once, when every hit has come: what `dedupeByUrl` comes to, for whoever does not look at it before.
 *
 *     hits:  --a1--b1--a2--|
 *     pages: --------------([A', B]|)
 */
export const pagesByUrl = (): OperatorFunction<Hit, readonly MergedHit[]> =>
  relay((pages) => {
    const found = new Map<string, [Hit, ...Hit[]]>();
    return {
      next(hit) {
        const id = pageOf(hit);
        const same = found.get(id);
        if (same) same.push(hit);
        else found.set(id, [hit]);
      },
      complete() {
        const merged: MergedHit[] = [];
        for (const [id, unordered] of found) {
          const hits = unordered.length === 1 ? unordered : oneAnEngine(unordered);
          merged.push({ id, hits, item: mergedItem(hits) });
        }
        pages.next(merged);
        pages.complete();
      },
    };
  });

/** A page's hits as `joined` leaves them. */
function oneAnEngine(hits: [Hit, ...Hit[]]): MergedHit["hits"] {
  const [best, ...others] = hits.sort(compareHits);
  const engines = new Set([best.engine.id]);
  return [best, ...others.filter(({ engine: { id } }) => !engines.has(id) && engines.add(id))];
}

/** The page's hits with one more; undefined when its engine placed the page as well or better before. */
function joined(hits: MergedHit["hits"] | undefined, hit: Hit): MergedHit["hits"] | undefined {
  if (!hits) return [hit];
  const same = hits.find(({ engine }) => engine.id === hit.engine.id);
  if (same && same.rank <= hit.rank) return undefined;
  const [first, ...rest] = same ? hits.filter((other) => other !== same) : hits;
  if (!first || compareHits(hit, first) < 0) return first ? [hit, first, ...rest] : [hit];
  const after = rest.findIndex((other) => compareHits(hit, other) < 0);
  return [first, ...rest.toSpliced(after === -1 ? rest.length : after, 0, hit)];
}

const compareHits = (a: Hit, b: Hit): number =>
  a.rank - b.rank || (b.engine.weight ?? 1) - (a.engine.weight ?? 1) || (a.engine.id < b.engine.id ? -1 : 1);

function mergedItem(hits: MergedHit["hits"]): MergedItem {
  const [best, ...others] = hits;
  const engines = hits.map(({ engine }) => engine.id);
  if (others.length === 0) return { ...best.item, source: best.engine.id, engines };
  const fields: Record<string, unknown> = { ...best.item };
  for (let i = hits.length - 1; i >= 0; i -= 1)
    for (const [name, value] of Object.entries(hits[i]?.item ?? {})) if (value !== undefined) fields[name] = value;
  const snippet = hits
    .map(({ item }) => item["snippet"])
    .reduce((longest, other) => (lengthOf(other) > lengthOf(longest) ? other : longest));
  if (snippet !== undefined) fields["snippet"] = snippet;
  return { ...fields, source: best.engine.id, engines };
}

const lengthOf = (snippet: unknown): number => (typeof snippet === "string" ? snippet.length : -1);
