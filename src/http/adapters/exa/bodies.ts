import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { type DomainPattern, domainPattern } from "../../../pipelines/content-search/domains.ts";
import type { ContentSearchRequest } from "../../../pipelines/content-search/index.ts";
import { RenderWhen } from "../../../pipelines/parameters.ts";
import type { RenderMode } from "../../../upstream/types.ts";
import { words } from "../../schemas.ts";
import { countryCode } from "../locale-codes.ts";

/** What of a page is wanted. */
const Text = z.union([z.boolean(), z.looseObject({ maxCharacters: z.int().positive().nullish() })]).nullish();
const Highlights = z
  .union([
    z.boolean(),
    z.looseObject({
      query: z.string().nullish(),
      highlightsPerUrl: z.int().min(1).max(10).nullish(),
      numSentences: z.int().positive().nullish(),
    }),
  ])
  .nullish();

const contents = { text: Text, highlights: Highlights, render: RenderWhen };

const domains = z.array(z.string()).max(1200, { error: "must have at most 1200 domains" }).nullish();
const moment = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), { error: "must be a date, ISO 8601" })
  .nullish();

const choosing = {
  numResults: z.int({ error: "must be a whole number from 1 to 100" }).min(1).max(100).nullish(),
  includeDomains: domains,
  excludeDomains: domains,
  startPublishedDate: moment,
  endPublishedDate: moment,
  category: z.string().nullish(),
  type: z.string().nullish(),
  userLocation: z.string().nullish(),
  stream: z.boolean().nullish(),
  contents: z.looseObject(contents).nullish(),
};

const what = { error: "The body must be a JSON object" };

export const SearchBody = z.looseObject(
  { query: words("words to search the web for", "rxjs backpressure"), ...choosing },
  what,
);

type Choosing = z.output<z.ZodObject<typeof choosing>>;

export const SimilarBody = z.looseObject(
  {
    url: words("a page's address", "https://example.org/"),
    excludeSourceDomain: z.boolean().nullish(),
    ...choosing,
  },
  what,
);

const addresses = z.array(z.string()).max(100, { error: "must have at most 100 addresses" }).nullish();

export const ContentsBody = z.looseObject({ urls: addresses, ids: addresses, ...contents }, what);

export const AnswerBody = z.looseObject(
  {
    query: words("a question", "how does RxJS handle backpressure?"),
    stream: z.boolean().nullish(),
    text: z.boolean().nullish(),
    model: z.string().nullish(),
    outputSchema: z.unknown().optional(),
  },
  what,
);

/** What of pages is to be shown. */
export interface Wanted {
  readonly text: boolean;
  readonly maxCharacters: number;
  /** Passages of each page. */
  readonly highlights: number | undefined;
  readonly render: RenderMode | undefined;
}

const DEFAULT_HIGHLIGHTS = 3;

interface Given {
  readonly text?: unknown;
  readonly highlights?: unknown;
  readonly render?: RenderMode | undefined;
}

export function wantedOf(given: Given | null | undefined): Wanted {
  const text = Text.parse(given?.text);
  const highlights = Highlights.parse(given?.highlights);
  const count = typeof highlights === "object" && highlights !== null ? highlights.highlightsPerUrl : undefined;
  return {
    text: Boolean(text),
    maxCharacters: (typeof text === "object" && text?.maxCharacters) || Number.POSITIVE_INFINITY,
    highlights: highlights ? (count ?? DEFAULT_HIGHLIGHTS) : undefined,
    render: given?.render,
  };
}

const patterns = (written: readonly string[] | null | undefined): readonly DomainPattern[] =>
  (written ?? []).flatMap((text) => domainPattern(text) ?? []);

const day = (date: string | null | undefined): string | undefined =>
  date ? new Date(date).toISOString().slice(0, 10) : undefined;

/** Exa's kinds of search, by how hard we look. */
const DEPTHS: ReadonlyMap<string, ContentSearchRequest["depth"]> = new Map(
  Object.entries<ContentSearchRequest["depth"]>({ fast: "fast", instant: "ultra-fast" }),
);

/** A search in Exa's words as one of ours. */
export function searchOf(query: string, body: Choosing, wanted: Wanted): ContentSearchRequest {
  if (body.stream) throw new SourceError("bad-query", "stream: searches are not streamed; /answer is.");
  return {
    query,
    limit: body.numResults ?? 10,
    depth: DEPTHS.get(body.type ?? "") ?? "basic",
    topic: body.category === "news" ? "news" : "general",
    from: day(body.startPublishedDate),
    until: day(body.endPublishedDate),
    region: body.userLocation ? countryCode(body.userLocation) : undefined,
    includeDomains: patterns(body.includeDomains),
    domainsMode: "restrict",
    excludeDomains: patterns(body.excludeDomains),
    exactMatch: false,
    chunks: wanted.highlights,
    rawContent: wanted.text ? "markdown" : undefined,
    images: false,
    render: wanted.render,
  };
}
