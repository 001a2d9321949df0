import type { ExtractedPage } from "../page.ts";
import { DocumentFailure, isBroken } from "./failure.ts";

const MAX_CELLS = 20_000;
/** Of one output. */
const MAX_OUTPUT = 50_000;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Text is kept whole, or as lines. */
const textOf = (value: unknown): string =>
  typeof value === "string"
    ? value
    : listOf(value)
        .filter((line) => typeof line === "string")
        .join("");

/** Whether JSON is a Jupyter notebook. */
export const isNotebook = (json: string): boolean =>
  /"nbformat"\s*:/.test(json) && /"(?:cells|worksheets)"\s*:/.test(json);

/** A Jupyter notebook (nbformat 3 and 4) as Markdown: its texts, its code fenced, and what that put out. Pictures are left out. */
export function readNotebook(json: string, url: string): ExtractedPage | DocumentFailure {
  const read = parsed(json);
  if (read instanceof DocumentFailure) return read;
  const notebook = fieldsOf(read);
  const metadata = fieldsOf(notebook["metadata"]);
  const kernel = fieldsOf(metadata["kernelspec"]);
  const language =
    textOf(fieldsOf(metadata["language_info"])["name"]) || textOf(kernel["language"]) || textOf(kernel["name"]);
  const cells = [
    ...listOf(notebook["cells"]),
    ...listOf(notebook["worksheets"]).flatMap((one) => listOf(fieldsOf(one)["cells"])),
  ];
  const markdown = cells
    .slice(0, MAX_CELLS)
    .map((cell) =>
      cellOf(
        fieldsOf(cell),
        language
          .toLowerCase()
          .replace(/^(?:ir)$/, "r")
          .replace(/\d+$/, ""),
      ),
    )
    .filter((text) => text !== "")
    .join("\n\n");
  const title = textOf(metadata["title"]) || /^#{1,2}[ \t]+(\S.*)$/m.exec(markdown)?.[1]?.trim();
  const authors = listOf(metadata["authors"])
    .map((one) => textOf(fieldsOf(one)["name"]))
    .filter(Boolean);
  return {
    url,
    ...(title && { title: title.slice(0, 200) }),
    ...(authors.length > 0 && { byline: authors.join(", ") }),
    text: markdown,
    markdown,
    images: [],
    links: [],
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    return isBroken("The notebook is broken: it is no JSON.", error);
  }
}

function cellOf(cell: Fields, language: string): string {
  const source = textOf(cell["source"] ?? cell["input"]).trimEnd();
  const type = cell["cell_type"];
  if (type === "heading") return `${"#".repeat(Math.min(6, Math.max(1, Number(cell["level"]) || 1)))} ${source}`;
  if (type !== "code") return withoutAttachments(source);
  const code = source.trim() === "" ? [] : [fenced(source, language)];
  return [...code, ...listOf(cell["outputs"]).map((output) => outputOf(fieldsOf(output)))]
    .filter((text) => text !== "")
    .join("\n\n");
}

/** Pictures that are kept within the notebook have no address. */
const withoutAttachments = (source: string): string =>
  source.replace(/!\[([^\]]{0,500})\]\((?:attachment|data):[^)]{0,20000}\)/g, "$1");

function outputOf(output: Fields): string {
  const type = output["output_type"];
  if (type === "stream") return shown(textOf(output["text"]));
  if (type === "error" || type === "pyerr")
    return shown([textOf(output["ename"]), textOf(output["evalue"])].filter(Boolean).join(": "));
  const data = { ...output, ...fieldsOf(output["data"]) };
  const marked = textOf(data["text/markdown"]) || textOf(data["text/latex"]);
  if (marked) return marked.slice(0, MAX_OUTPUT).trim();
  return shown(textOf(data["text/plain"] ?? output["text"]));
}

const shown = (text: string): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals colour their text by them
  const plain = text.replace(/\u001b\[[\d;]*[A-Za-z]/g, "").trimEnd();
  return plain.trim() === "" ? "" : fenced(plain.slice(0, MAX_OUTPUT), "");
};

/** Code between a fence longer than any that it holds. */
export function fenced(text: string, language: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = "`".repeat(Math.max(3, longest + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}
