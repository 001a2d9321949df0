import { z } from "zod";
import { textOfHtml } from "../kit/html/dom.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { wikiPage, wikiRefusal } from "../kit/services/mediawiki.ts";
import { Count, IsoDate } from "../kit/values/fields.ts";
import { LanguageTag } from "../kit/values/languages.ts";
import { EncyclopediaItem, languageOf, WikiOptions } from "./item.ts";

const PER_PAGE = 20;
/** The API goes 10,000 hits deep. */
const LAST_PAGE = 10_000 / PER_PAGE;

/** A page of a wiki that a full-text search found. */
export const WikiItem = EncyclopediaItem.extend({
  language: LanguageTag.optional().describe("language of the wiki"),
  updatedAt: IsoDate.optional().describe("when the page was edited last"),
  pageId: z.int().optional().describe("the page's number within its wiki"),
  wordCount: Count.optional(),
  sizeBytes: Count.optional().describe("length of the page's source in bytes"),
  totalHits: Count.optional().describe("pages found in all, whatever was read of them; on the first item only"),
});

/** Words to search a wiki for, in its own search language (https://www.mediawiki.org/wiki/Help:CirrusSearch). */
export const wikiText = (describe: string, example: string) => text(describe, example, WikiOptions);

const Hit = z.object({
  title: z.string(),
  pageid: z.int().nullish(),
  size: Count.nullish(),
  wordcount: Count.nullish(),
  snippet: z.string().nullish(),
  timestamp: z.string().nullish(),
});

const Body = z.object({
  continue: z.object({ sroffset: z.int().nullish() }).nullish(),
  query: z.object({
    searchinfo: z.object({ totalhits: Count.nullish(), suggestion: z.string().nullish() }).nullish(),
    search: z.array(Hit),
  }),
});

type Input = { readonly text: string } & z.output<typeof WikiOptions>;

interface Wiki {
  /** The host of an edition. */
  readonly host: (language: string) => string;
  /** The namespaces of an edition to search, by number; default: its articles. */
  readonly namespaces?: (language: string) => string | undefined;
}

/** Reads the full-text search of a wiki: https://www.mediawiki.org/wiki/API:Search */
export const wikiSearch = ({ host, namespaces }: Wiki) =>
  json({
    pages: ({ text: srsearch, language, page }: Input & PageRequest) =>
      page > LAST_PAGE
        ? undefined
        : get(`https://${host(language)}/w/api.php`, {
            action: "query",
            format: "json",
            formatversion: 2,
            list: "search",
            srsearch,
            srnamespace: namespaces?.(language),
            srlimit: PER_PAGE,
            sroffset: (page - 1) * PER_PAGE,
            srprop: "snippet|timestamp|wordcount|size",
          }),
    refused: wikiRefusal,
    body: Body,
    items: ({ query: { search, searchinfo } }, { language }, _response, context) => {
      if (searchinfo?.suggestion) context.notice({ kind: "note", text: `did you mean: ${searchinfo.suggestion}` });
      return search.map((hit, index) => ({
        title: hit.title,
        url: wikiPage(host(language), hit.title),
        snippet: textOfHtml(hit.snippet),
        language: languageOf(language),
        updatedAt: hit.timestamp,
        pageId: hit.pageid,
        wordCount: hit.wordcount,
        sizeBytes: hit.size,
        ...(index === 0 && { totalHits: searchinfo?.totalhits }),
      }));
    },
    next: (body) => (body.continue?.sroffset ? undefined : null),
  });
