import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "./pages.ts";

/** Pages of our own making, `<language>-<kind>.html`, each with its main content beside it as `.txt`. */
const LANGUAGES = new URL("../languages/", import.meta.url);

/** The languages whose pages nothing is taught with; they have layouts that those of the others have not. */
const HELD = new Set(["it", "ja", "ko", "pt", "th"]);

const TYPES: Readonly<Record<string, string>> = {
  blog: "article",
  docs: "documentation",
  encyclopaedia: "documentation",
  forum: "forum",
  listing: "listing",
  news: "article",
  product: "product",
  questions: "forum",
};

/** A page of our own, its address being the one that it names. */
export interface LanguagePage extends Omit<Page, "fields"> {
  /** `<language>-<kind>` */
  readonly name: string;
}

export function languagePages(part: "taught" | "held"): LanguagePage[] {
  return readdirSync(LANGUAGES)
    .filter((file) => file.endsWith(".html"))
    .sort()
    .map((file) => file.replace(".html", ""))
    .filter((name) => HELD.has(name.slice(0, 2)) === (part === "held"))
    .map((name, index) => {
      const html = readFileSync(new URL(`${name}.html`, LANGUAGES), "utf8");
      const truth = readFileSync(new URL(`${name}.txt`, LANGUAGES), "utf8");
      const url = /rel="canonical" href="([^"]+)"/.exec(html)?.[1] ?? "";
      return { name, url, type: TYPES[name.slice(3)] ?? "", truth, html, fold: index % 4 };
    });
}
