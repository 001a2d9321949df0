import { map, type Observable, of } from "rxjs";
import { SourceError } from "../../../errors.ts";
import { beginning } from "../../../pipelines/budget/cut.ts";
import { type CountTokens, tokenizer$ } from "../../../pipelines/budget/tokens.ts";
import type { ReaderRequest } from "./asked.ts";

/** A page or a result as it is shown. */
export interface Shown {
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly content: string;
  readonly publishedTime?: string | undefined;
  readonly images?: Readonly<Record<string, string>> | undefined;
}

export interface Counted extends Shown {
  readonly usage: { readonly tokens: number };
}

type Limits = Pick<ReaderRequest, "budget" | "most" | "wire">;

/** Cuts contents to the tokens wished for, or fails above the budget; counts nothing where nobody wants to know. */
export function fitted(
  pages: readonly Shown[],
  { budget, most, wire }: Limits,
): Observable<readonly (Shown | Counted)[]> {
  if (budget === undefined && most === undefined && wire === "text") return of(pages);
  return tokenizer$.pipe(
    map((count) => {
      const cut = most === undefined ? pages : cutTo(pages, most, count);
      const counted = cut.map((page) => ({ ...page, usage: { tokens: count(page.content) } }));
      const all = counted.reduce((sum, { usage }) => sum + usage.tokens, 0);
      if (budget !== undefined && all > budget)
        throw new SourceError(
          "too-large",
          `The answer has ${all} tokens, more than X-Token-Budget allows (${budget}).`,
        );
      return counted;
    }),
  );
}

/** The first pages whole, as long as there is room, the next as far as there is. */
function cutTo(pages: readonly Shown[], most: number, count: CountTokens): readonly Shown[] {
  let left = most;
  return pages.map((page) => {
    const content = beginning(page.content, left, count) ?? "";
    left = Math.max(0, left - count(content));
    return { ...page, content };
  });
}

/** A page as text: what it is, then what it says. */
export function pageText({ title, url, publishedTime, content, images }: Shown): string {
  return [
    `Title: ${title}`,
    `URL Source: ${url}`,
    ...(publishedTime === undefined ? [] : [`Published Time: ${publishedTime}`]),
    `Markdown Content:\n${content}`,
    ...(images && Object.keys(images).length > 0 ? [imagesText(images)] : []),
  ].join("\n\n");
}

const imagesText = (images: Readonly<Record<string, string>>): string =>
  ["Images:", ...Object.entries(images).map(([label, url]) => `- ![${label}](${url})`)].join("\n");

/** Results as text, each line with its number. */
export const listText = (results: readonly Shown[]): string =>
  results
    .map(({ title, url, description, publishedTime, content }, index) =>
      [
        `Title: ${title}`,
        `URL Source: ${url}`,
        ...(description ? [`Description: ${description}`] : []),
        ...(publishedTime === undefined ? [] : [`Published Time: ${publishedTime}`]),
        ...(content ? [`Markdown Content:\n${content}`] : []),
      ]
        .map((line) => `[${index + 1}] ${line}`)
        .join("\n"),
    )
    .join("\n\n");
