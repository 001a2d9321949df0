import { z } from "zod";
import { parseHtml } from "../kit/dom.ts";
import { numberIn } from "../kit/values.ts";
import { languageOf } from "./file-language.ts";

/** Answers up to 2024 wrap each value: `{ "raw": "…" }`. */
const Raw = z.union([z.string(), z.object({ raw: z.string() }).transform(({ raw }) => raw)]);

/** A file with matches. */
export const Hit = z.object({
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

/** A file with matches, as an item. */
export const itemOf = ({ repo, branch, path, total_matches, content }: z.output<typeof Hit>) => {
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
