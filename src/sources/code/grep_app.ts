import { z } from "zod";
import type { HttpRequest } from "../../upstream/types.ts";
import { defineSource } from "../define.ts";
import { parseHtml } from "../kit/html/dom.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { emptyOn } from "../kit/responses/answer.ts";
import { Count } from "../kit/values/fields.ts";
import { numberIn } from "../kit/values/numbers.ts";
import { CodeItem } from "./item.ts";

/* Vercel's code search, an API without documentation: written after its public clients and an answer of 2023. */

/** Further restrictions of a search. */
const Options = z.object({
  language: z.string().max(50).optional().describe("as grep.app names it: TypeScript, C++, …"),
  repository: z.string().max(200).optional().describe("owner/name, or a part of it"),
  path: z.string().max(200).optional().describe("a part of the file's path"),
  regexp: z.stringbool().default(false).describe("q is a regular expression (RE2)"),
  case: z.stringbool().default(false).describe("upper and lower case differ"),
  words: z.stringbool().default(false).describe("whole words only"),
});

type Input = { readonly text: string } & z.output<typeof Options>;

const MOST_PAGES = 100;

/** One page of a search; undefined beyond the last that is served. */
const request = ({ text, language, repository, path, page, ...how }: Input & PageRequest): HttpRequest | undefined =>
  page > MOST_PAGES
    ? undefined
    : get(
        "https://grep.app/api/search",
        {
          q: text,
          page,
          "f.lang": language,
          "f.repo.pattern": repository,
          "f.path.pattern": path,
          regexp: how.regexp || undefined,
          case: how.case || undefined,
          words: how.words || undefined,
        },
        { headers: { referer: "https://grep.app/" } },
      );

/** Answers up to 2024 wrap each value: `{ "raw": "…" }`. */
const Raw = z.union([z.string(), z.object({ raw: z.string() }).transform(({ raw }) => raw)]);

/** A file with matches. */
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

/** Programming languages by the file extensions that belong to one language only. */
const LANGUAGES: Readonly<Record<string, string>> = {
  c: "C",
  cc: "C++",
  clj: "Clojure",
  cpp: "C++",
  cs: "C#",
  css: "CSS",
  dart: "Dart",
  ex: "Elixir",
  exs: "Elixir",
  go: "Go",
  hs: "Haskell",
  html: "HTML",
  java: "Java",
  js: "JavaScript",
  jsx: "JavaScript",
  json: "JSON",
  kt: "Kotlin",
  lua: "Lua",
  md: "Markdown",
  mjs: "JavaScript",
  php: "PHP",
  py: "Python",
  rb: "Ruby",
  rs: "Rust",
  scala: "Scala",
  sh: "Shell",
  sql: "SQL",
  swift: "Swift",
  toml: "TOML",
  ts: "TypeScript",
  tsx: "TypeScript",
  vue: "Vue",
  xml: "XML",
  yaml: "YAML",
  yml: "YAML",
  zig: "Zig",
};

/** The language that a file's name tells; undefined where it tells none, or more than one. */
const languageOf = (path: string): string | undefined =>
  LANGUAGES[/\.([a-z]{1,5})$/i.exec(path)?.[1]?.toLowerCase() ?? ""];

/** A file with matches, as an item. */
const itemOf = ({ repo, branch, path, total_matches, content }: z.output<typeof Hit>) => {
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
};

const PER_PAGE = 10;

export const grepApp = defineSource({
  id: "grep_app",
  title: "grep.app code search",
  docs: "https://grep.app/",
  terms: "no documented API; refuses bursts and addresses of data centres",
  query: text("literal code", "createReadStream(", Options),
  verbatim: true,
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
    pages: request,
    judge: emptyOn(404),
    body: z.object({ hits: z.object({ hits: z.array(Hit) }) }),
    items: ({ hits: { hits } }) => hits.map(itemOf),
    next: ({ hits: { hits } }) => (hits.length < PER_PAGE ? null : undefined),
  }),
});
