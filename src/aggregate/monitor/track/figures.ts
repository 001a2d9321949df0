import type { Claim, FeedCheck } from "../../state/marks.ts";
import type { FeedAddress } from "./address.ts";
import type { FeedEntry } from "./entries.ts";

/** The feed as its entries tell of it. */
export function feedOf({ url }: FeedAddress, entries: readonly FeedEntry[]) {
  const [first] = entries;
  const dates = entries.flatMap(({ publishedAt }) => publishedAt ?? []);
  return {
    title: first?.feedTitle,
    url: first?.feedUrl ?? url,
    format: first?.format,
    entries: entries.length,
    newest: dates.toSorted((a, b) => Date.parse(b) - Date.parse(a))[0],
  };
}

const instant = (at: number): string => new Date(at).toISOString();

/** The check that found so much. */
export const checkOf = ({ at, reader }: FeedCheck, claim: Claim, peek: boolean) => ({
  checked_at: instant(at),
  previous_check: claim.previousCheck === undefined ? undefined : instant(claim.previousCheck),
  first_check: claim.previousCheck === undefined,
  peek,
  new: claim.fresh.length,
  remaining: claim.remaining,
  known: claim.known,
  reader,
});

/** What new means here. */
export const sinceOf = ({ previousCheck }: Claim): string =>
  previousCheck === undefined
    ? "New means new to this service and reader: this was the first check of this feed."
    : `New means new to this service and reader, since ${instant(previousCheck)}.`;
