import { z } from "zod";
import { defineSource } from "../define.ts";
import { emptyOn } from "../kit/answer.ts";
import { parseHtml } from "../kit/dom.ts";
import { Count } from "../kit/fields.ts";
import { json } from "../kit/json.ts";
import { text } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { numberIn } from "../kit/values.ts";
import { languageOf } from "./file-language.ts";
import { CodeItem } from "./item.ts";

const PER_PAGE = 10;
const MOST_PAGES = 100;

/** Answers up to 2024 wrap each value: `{ "raw": "…" }`. */
const Raw = z.union([z.string(), z.object({ raw: z.string() }).transform(({ raw }) => raw)]);

const Hit = z.object({
  repo: Raw,
  branch: Raw,
  path: Raw,
  total_matches: z.union([Raw, z.number()]).nullish(),
  content: z.object({ snippet: z.string().nullish() }).nullish(),
});

/** The lines of a snippet, which comes as a table: a row a line, matches marked. */
function linesOf(snippet: string) {
  return parseHtml(snippet, "about:blank")
    .all("tr")
    .flatMap((row) => {
      const code = row.text("pre");
      return code ? [{ number: numberIn(row.attr("data-line")), code, match: row.has("mark") }] : [];
    });
}

const pathIn = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

/** Vercel's code search, an API without documentation: written after its public clients, without a recorded answer. */
export const grepApp = defineSource({
  id: "grep_app",
  title: "grep.app code search",
  docs: "https://grep.app/",
  terms: "no documented API; refuses bursts and addresses of data centres",
  query: text(
    "literal code",
    "createReadStream(",
    z.object({
      language: z.string().max(50).optional().describe("as grep.app names it: TypeScript, C++, …"),
      repository: z.string().max(200).optional().describe("owner/name; has no effect together with language"),
      path: z.string().max(200).optional().describe("a part of the file's path"),
      regexp: z.stringbool().default(false).describe("q is a regular expression (RE2)"),
      case: z.stringbool().default(false).describe("upper and lower case differ"),
      words: z.stringbool().default(false).describe("whole words only"),
    }),
  ),
  item: CodeItem.extend({
    repository: z.string().describe("owner/name on GitHub"),
    branch: z.string(),
    path: z.string(),
    language: z.string().optional().describe("after the file's extension"),
    matches: Count.optional().describe("matches in the file"),
    lines: z
      .array(z.object({ number: z.int().optional(), code: z.string(), match: z.boolean() }))
      .optional()
      .describe("the lines around the matches"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: json({
    pages: ({ text, language, repository, path, page, ...how }) =>
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
          ),
    judge: emptyOn(404),
    body: z.object({ hits: z.object({ hits: z.array(Hit) }) }),
    items: ({ hits: { hits } }) =>
      hits.map(({ repo, branch, path, total_matches, content }) => {
        const lines = linesOf(content?.snippet ?? "");
        return {
          title: `${repo}: ${path}`,
          url: `https://github.com/${repo}/blob/${pathIn(branch)}/${pathIn(path)}`,
          snippet: lines.map(({ code }) => code).join("\n"),
          repository: repo,
          branch,
          path,
          language: languageOf(path),
          matches: typeof total_matches === "number" ? total_matches : numberIn(total_matches),
          lines,
        };
      }),
    next: ({ hits: { hits } }) => (hits.length < PER_PAGE ? null : undefined),
  }),
});
