import { concatMap, defer, map, type Observable, of } from "rxjs";
import { SourceError } from "../../errors.ts";
import { type Reader, readingIn, sharedReader } from "../../reading/reader.ts";
import type { Upstream } from "../../upstream/types.ts";
import type { LanguageModel } from "../research/language-model.ts";
import { usable } from "./json-schema.ts";
import type { Support, SupportTask, ValuePassage } from "./passages.ts";
import { beginningOf } from "./prompts.ts";
import { typedData, type Wanted } from "./typed.ts";

/** Typed data of a page, and where on the page its values stand. */
export interface TypedContent {
  readonly data: unknown;
  readonly passages: readonly ValuePassage[];
  /** JSON pointers of the values that nothing on the page was found for; absent where there are none. */
  readonly unverified?: readonly string[];
  readonly warnings: readonly string[];
}

/** Takes typed data out of a page's text. */
export type Typing = (content: string) => Observable<TypedContent>;

export interface TypingDeps {
  readonly model: LanguageModel | undefined;
  readonly upstream: Pick<Upstream, "httpStream">;
  readonly reader?: Pick<Reader, "read">;
}

const FINDING = readingIn<SupportTask, Support>(import.meta.url, "passages", "supportOf");

const MORE = "The passages of the data's first 300 values were looked for only.";

/**
 * How typed data is taken out of pages, once it is clear that it can be; emits once. Errors: `missing-key` without a language model, `bad-query` for a schema that is none.
 */
export function typingOf(
  wanted: Pick<Wanted, "schema" | "prompt">,
  { model, upstream, reader = sharedReader() }: TypingDeps,
): Observable<Typing> {
  const { schema } = wanted;
  return defer(() => {
    if (!model)
      throw new SourceError(
        "missing-key",
        "schema and prompt take a language model, and none is set: set LLM_BASE_URL and LLM_MODEL.",
      );
    const typing: Typing = (content) => typed(content, wanted, { model, upstream, reader });
    return schema === undefined ? of(typing) : usable(schema, reader).pipe(map(() => typing));
  });
}

const typed = (
  content: string,
  wanted: Wanted,
  deps: {
    readonly model: LanguageModel;
    readonly upstream: TypingDeps["upstream"];
    readonly reader: Pick<Reader, "read">;
  },
): Observable<TypedContent> =>
  typedData(content, wanted, deps).pipe(
    concatMap(({ data, warnings }) =>
      deps.reader
        .read(FINDING, { data, page: beginningOf(content).text }, { url: "The page's passages", pieces: [] })
        .pipe(
          map(
            ({ passages, unverified, more }): TypedContent => ({
              data,
              passages,
              ...(unverified.length > 0 && { unverified }),
              warnings: [...warnings, ...(more ? [MORE] : [])],
            }),
          ),
        ),
    ),
  );
