import { createHash } from "node:crypto";
import type { z } from "zod";
import { canonicalUrl } from "../../../operators/canonicalUrl.ts";
import type { FeedItem } from "../../../sources/feed/item.ts";

/** An entry as the sources of feeds give it. */
export type FeedEntry = z.output<typeof FeedItem>;

/** An entry with what tells it from all others of its feed. */
export interface Keyed {
  readonly key: string;
  readonly entry: FeedEntry;
}

const LONGEST_KEY = 300;

/**
 * A feed's entries, newest first, each once. Those without a date come last, in the feed's own order.
 */
export function keyed(entries: readonly FeedEntry[]): readonly Keyed[] {
  const addresses = new Map<string, Set<string | undefined>>();
  for (const { id, url } of entries) if (id) addresses.set(id, (addresses.get(id) ?? new Set()).add(url));
  const once = new Map<string, FeedEntry>();
  for (const entry of entries) {
    // Some feeds give the same identifier to all that they have.
    const key = keyOf(entry, entry.id !== undefined && addresses.get(entry.id)?.size === 1);
    if (!once.has(key)) once.set(key, entry);
  }
  const all = [...once].map(([key, entry]) => ({ key, entry }));
  const dated = all.filter(({ entry }) => Number.isFinite(Date.parse(entry.publishedAt ?? "")));
  if (dated.length === 0) return all;
  const newest = dated.toSorted(
    (a, b) => Date.parse(b.entry.publishedAt ?? "") - Date.parse(a.entry.publishedAt ?? ""),
  );
  return [...newest, ...all.filter((one) => !dated.includes(one))];
}

/** The entry's own identifier, else its link without what does not matter, else what it says. */
function keyOf({ id, url, title, publishedAt = "" }: FeedEntry, telling: boolean): string {
  const key = (telling ? id : undefined) ?? (url && canonicalUrl(url)) ?? hashed(`${title}\n${publishedAt}`);
  return key.length > LONGEST_KEY ? hashed(key) : key;
}

const hashed = (text: string): string => `sha256:${createHash("sha256").update(text).digest("hex")}`;
