import { z } from "zod";
import type { HttpRequest } from "../../upstream/types.ts";
import type { PageAsk } from "../kit/paged.ts";
import { get } from "../kit/request.ts";

const MOST_PAGES = 100;

/** Further restrictions of a search. */
export const Options = z.object({
  language: z.string().max(50).optional().describe("as grep.app names it: TypeScript, C++, …"),
  repository: z.string().max(200).optional().describe("owner/name; has no effect together with language"),
  path: z.string().max(200).optional().describe("a part of the file's path"),
  regexp: z.stringbool().default(false).describe("q is a regular expression (RE2)"),
  case: z.stringbool().default(false).describe("upper and lower case differ"),
  words: z.stringbool().default(false).describe("whole words only"),
});

type Input = { readonly text: string } & z.output<typeof Options>;

/** One page of a search; undefined beyond the last that is served. */
export const request = ({
  text,
  language,
  repository,
  path,
  page,
  ...how
}: Input & PageAsk): HttpRequest | undefined =>
  page > MOST_PAGES
    ? undefined
    : get(
        "https://grep.app/api/search",
        {
          q: text,
          page,
          "filter[lang][0]": language,
          "filter[repo][0]": repository,
          "filter[path][0]": path,
          regexp: how.regexp || undefined,
          case: how.case || undefined,
          words: how.words || undefined,
        },
        { headers: { referer: "https://grep.app/" } },
      );
