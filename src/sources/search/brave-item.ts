import type { z } from "zod";
import { LanguageTag } from "../kit/fields.ts";
import type { Draft } from "../source.ts";
import { SearchItem } from "./item.ts";

/** How both ways name a range of time. */
export const DATES = { day: "pd", week: "pw", month: "pm", year: "py" } as const;

/** Neither way goes further. */
export const LAST_PAGE = 10;

/** The API also knows the page's language. */
export const Item = SearchItem.extend({ language: LanguageTag.optional().describe("the page's language") });

/** An item as either way reads it. */
export type Found = Draft<Omit<z.input<typeof Item>, "source">>;
