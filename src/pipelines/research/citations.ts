import { canonicalUrl } from "../../operators/canonicalUrl.ts";

const MARK = /\[(\d{1,4})\]/g;
/** What models write for `[1][2]`: `[1, 2]`, `[1; 2]`, `【1】`, `【1†source】`. */
const OTHER_MARKS = /\[(\d{1,4}(?:\s?[,;]\s?\d{1,4})+)\]|【(\d{1,4})[^】]{0,40}】/g;
/** A mark that has only begun to arrive. */
const BEGUN =
  /\s?(?:\[[\d,;\s]{0,40}|【[^】]{0,45}|!?\[[^\][]{0,200}\](?:\([^()\s]{0,500})?|https?:\/\/\S{0,500}|\bhttps?:?\/?)$/;

const LINK = /!?\[([^\][]{0,300})\]\((https?:\/\/[^()\s]{1,2000}(?:\([^()\s]{0,200}\)[^()\s]{0,200})?)\)/g;
const URL_ALONE = /<?https?:\/\/[^\s<>"'\])]{0,2000}[^\s<>"'\]).,;:!?]>?/g;

/** The numbers that a text cites, each once, in order. */
export const citedIn = (text: string): readonly number[] => [
  ...new Set([...text.matchAll(MARK)].map(([, number]) => Number(number))),
];

/** A text whose citations all name one of so many results: others are taken out, other ways of writing them made `[n]`. */
export function existingCitations(text: string, results: number): string {
  return text
    .replace(OTHER_MARKS, (_, several: string | undefined, one: string | undefined) =>
      (several ?? one ?? "").split(/[,;]/).reduce((marks, number) => `${marks}[${number.trim()}]`, ""),
    )
    .replace(/ ?\[(\d{1,4})\]/g, (mark, number: string) =>
      Number(number) >= 1 && Number(number) <= results ? mark : "",
    );
}

/**
 * Takes addresses that are not among those given out of texts: a link leaves its words, an address alone leaves nothing.
 */
export function withoutForeignUrls(urls: readonly string[]): (text: string) => string {
  const own = new Set(urls.map(canonicalUrl));
  const isOwn = (url: string): boolean => own.has(canonicalUrl(url.replace(/^<|>$/g, "")));
  return (text) =>
    text
      .replace(LINK, (link, words: string, url: string) => (isOwn(url) ? link : words))
      .replace(URL_ALONE, (url) => (isOwn(url) ? url : ""));
}

/** What can be shown of a text that is still arriving: without the mark or address at its end that is not whole yet. */
export const withoutBegunMark = (text: string): string => text.slice(0, -800) + text.slice(-800).replace(BEGUN, "");
