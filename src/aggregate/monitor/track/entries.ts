import { createHash } from "node:crypto";
import type { z } from "zod";
import { canonicalUrl } from "../../../operators/canonicalUrl.ts";
import type { FeedItem } from "../../../sources/feed/item.ts";
import type { EntryKeys } from "../../state/marks.ts";

/** An entry as the sources of feeds give it. */
export type FeedEntry = z.output<typeof FeedItem>;

/** An entry with what tells it from all others of its feed. */
export interface Keyed extends EntryKeys {
  readonly entry: FeedEntry;
}

const LONGEST_KEY = 300;

/**
 * A feed's entries, newest first, each once. Those without a date come last, in the feed's own order.
 */
export function keyed(entries: readonly FeedEntry[]): readonly Keyed[] {
  const addresses = new Map<string, Set<string | undefined>>();
  for (const { id, url } of entries) if (id) addresses.set(id, (addresses.get(id) ?? new Set()).add(url));
  const once = new Map<string, Keyed>();
  for (const entry of entries) {
    // Some feeds give the same identifier to all that they have.
    const keys = keysOf(entry, entry.id !== undefined && addresses.get(entry.id)?.size === 1);
    if (!once.has(keys.key)) once.set(keys.key, { ...keys, entry });
  }
  const all = [...once.values()];
  const dated = all.filter(({ entry }) => Number.isFinite(Date.parse(entry.publishedAt ?? "")));
  if (dated.length === 0) return all;
  const newest = dated.toSorted(
    (a, b) => Date.parse(b.entry.publishedAt ?? "") - Date.parse(a.entry.publishedAt ?? ""),
  );
  return [...newest, ...all.filter((one) => !dated.includes(one))];
}

/**
 * The entry's own identifier, else its link without what does not matter, else what it says. An identifier may be another
 * entry's at another time: beside it are kept the link and the title that it came with. Later it is the same entry
 * with either of them, or with an identifier that was kept without them.
 */
function keysOf({ id, url, title, publishedAt = "" }: FeedEntry, telling: boolean): EntryKeys {
  const link = url && canonicalUrl(url);
  const key = short((telling ? id : undefined) ?? link ?? hashed(`${title}\n${publishedAt}`));
  if (id === undefined || !link) return { key };
  const paired = hashed(`pairs\n${id}`);
  const withLink = hashed(`link\n${id}\n${link}`);
  const withTitle = hashed(`title\n${id}\n${title}`);
  return {
    key,
    ...(telling && { unless: paired }),
    knownBy: telling ? [withLink, withTitle, short(link)] : [withLink],
    kept: telling ? [paired, withLink, withTitle] : [],
  };
}

const short = (key: string): string => (key.length > LONGEST_KEY ? hashed(key) : key);

const hashed = (text: string): string => `sha256:${createHash("sha256").update(text).digest("hex")}`;
