import { json } from "../../kit/api.ts";
import { type Fields, fields, list, text } from "../../kit/shape.ts";
import { csvOf, ndjsonOf } from "../search/export.ts";

const PAGE = 500;
const COLUMNS = ["url", "title", "depth", "raw_content"];

/** The pages of a task with their texts, some hundred at once. */
async function* pagesOf(task: string, signal: AbortSignal): AsyncGenerator<readonly Fields[]> {
  for (let offset = 0; ; offset += PAGE) {
    const words = new URLSearchParams({ offset: String(offset), limit: String(PAGE) });
    const answer = await json(`/tasks/${task}/results?${words}`, { signal });
    const found = list(answer["results"]).map(fields);
    yield found;
    if (found.length < PAGE) return;
  }
}

export type Kept = "ndjson" | "csv" | "zip";

/** All pages of a task as a file; `read` is told how many are in it. */
export async function fileOf(
  task: string,
  kind: Kept,
  signal: AbortSignal,
  read: (pages: number) => void,
): Promise<Blob> {
  let count = 0;
  const parts: BlobPart[] = [];
  const zip = kind === "zip" ? (await import("./zip.ts")).zipOf((part) => parts.push(part)) : undefined;
  for await (const pages of pagesOf(task, signal)) {
    if (kind === "ndjson") parts.push(ndjsonOf(pages));
    if (kind === "csv") parts.push(csvOf(pages, { columns: COLUMNS, head: count === 0 }));
    for (const page of zip ? pages : []) zip?.add(nameOf(text(page["url"])), markdownOf(page));
    count += pages.length;
    read(count);
  }
  zip?.end();
  return new Blob(parts);
}

/** `example.org/guide/start.md` of an address, without what file systems do not take. */
function nameOf(url: string): string {
  const { host = "page", pathname = "/", search = "" } = URL.parse(url) ?? {};
  const path = `${host}${pathname}${search}`.replace(/\/$/, "/index").replace(/\.html?$/, "");
  const safe = path.split("/").map((name) => name.replace(/^\.+|[^\p{L}\p{N}._-]+/gu, "_").slice(0, 100));
  return `${safe.filter(Boolean).join("/")}.md`;
}

const markdownOf = (page: Fields): string =>
  `---\ntitle: ${JSON.stringify(text(page["title"]))}\nurl: ${text(page["url"])}\n---\n\n${text(page["raw_content"])}\n`;
