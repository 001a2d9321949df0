import type { z } from "zod";
import type { PageAsk } from "../kit/paged.ts";
import type { Draft } from "../source.ts";
import { DAYS } from "./asking.ts";
import type { SearchInput, SearchItem } from "./item.ts";

/** Neither way goes further. */
export const LAST_PAGE = 10;

const DAY_MS = 86_400_000;

/** What is asked for, and when. */
export type Timed = SearchInput & { readonly now: number };

/** An item as either way reads it. */
export type Found = Draft<Omit<z.input<typeof SearchItem>, "source">>;

/** What the page and the API share; `since` is a day as `20260131`. */
export const shared = ({ text, page, safe, time_range, now }: Timed & PageAsk) => ({
  q: text,
  s: page > 1 ? (page - 1) * 10 + 1 : undefined,
  safe: safe && (safe === "off" ? 0 : 1),
  since: time_range && new Date(now - DAYS[time_range] * DAY_MS).toISOString().slice(0, 10).replaceAll("-", ""),
});
