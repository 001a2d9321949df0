import { z } from "zod";
import type { HttpResponse } from "../../upstream/types.ts";
import { defineSource } from "../define.ts";
import type { El } from "../kit/html/dom.ts";
import { url } from "../kit/requests/query.ts";
import { Count } from "../kit/values/fields.ts";
import { reading } from "./document.ts";
import { PageItem } from "./item.ts";
import { readingWarnings, treeOf, withoutScripts } from "./tree.ts";
import { wordsOf } from "./words.ts";

const HEADING = "h1, h2, h3, h4, h5, h6, [role=heading]";
const HIDDEN = "template, [hidden], [style*='display:none'], [style*='display: none']";
/** So many `<noscript>` are looked into. */
const MAX_NOSCRIPTS = 50;
const MAX_HEADINGS = 5_000;

interface Heading {
  readonly el: El;
  readonly level: number;
  readonly hidden: boolean;
}

/** A role without a level is of level 2 (WAI-ARIA); levels beyond 6 count as 6. */
function levelOf(el: El): number {
  const stated = Number(el.attr("aria-level"));
  if (el.attr("role")?.toLowerCase() === "heading")
    return Number.isInteger(stated) && stated > 0 ? Math.min(stated, 6) : 2;
  return Number(/^h([1-6])$/.exec("name" in el.node ? el.node.name : "")?.[1] ?? 2);
}

/** The headings in the page's order, those of `<noscript>` among them. */
function headingsOf(doc: El): Heading[] {
  let looked = 0;
  return doc
    .all(`${HEADING}, body noscript`)
    .slice(0, MAX_HEADINGS)
    .flatMap((el): Heading[] => {
      if (!el.matches("noscript"))
        return [{ el, level: levelOf(el), hidden: el.matches(HIDDEN) || el.closest(HIDDEN) !== undefined }];
      looked += 1;
      if (looked > MAX_NOSCRIPTS) return [];
      return withoutScripts(el)
        .all(HEADING)
        .map((inside) => ({ el: inside, level: levelOf(inside), hidden: true }));
    });
}

function* issuesOf(shown: readonly Heading[]) {
  const mains = shown.filter(({ level }) => level === 1).length;
  if (mains === 0) yield "The page has no h1.";
  if (mains > 1) yield `The page has ${mains} h1.`;
  const first = shown[0];
  if (first && first.level > 1 && mains > 0) yield `The first heading is an h${first.level}, before the h1.`;
  let before = first?.level ?? 1;
  for (const { el, level } of shown.slice(1)) {
    if (level > before + 1) yield `An h${level} follows an h${before}: “${wordsOf(el) ?? ""}”.`;
    before = level;
  }
  const blank = shown.filter(({ el }) => wordsOf(el) === undefined).length;
  if (blank > 0) yield blank === 1 ? "A heading is empty." : `${blank} headings are empty.`;
}

/** The outline of a page. */
export function read(response: HttpResponse) {
  const tree = treeOf(response);
  const headings = headingsOf(tree.doc);
  const shown = headings.filter(({ hidden }) => !hidden);
  const counts = Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, shown.filter((heading) => heading.level === level).length]),
  );
  const issues = [...issuesOf(shown)];
  const open: { readonly level: number; readonly position: number }[] = [];
  return headings.map(({ el, level, hidden }, index) => {
    const id = el.attr("id");
    const position = index + 1;
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const parent = open.at(-1)?.position;
    if (!hidden) open.push({ level, position });
    return {
      title: wordsOf(el),
      url: id ? `${response.url.replace(/#.*$/s, "")}#${encodeURIComponent(id)}` : response.url,
      level,
      position,
      id,
      parent,
      hidden,
      ...(index === 0 && { summary: { counts, issues }, status: response.status, warnings: readingWarnings(tree) }),
    };
  });
}

export const headings = defineSource({
  id: "headings",
  title: "Heading outline",
  docs: "https://www.w3.org/WAI/tutorials/page-structure/headings/",
  query: url("a page's URL or a domain", "https://www.iana.org/help/example-domains"),
  verbatim: true,
  item: PageItem.extend({
    level: z.int().min(1).max(6),
    position: z.int().min(1).describe("its place among the page's headings"),
    id: z.string().optional().describe("the anchor that links to it"),
    parent: z.int().min(1).optional().describe("position of the heading that it stands under"),
    hidden: z.boolean().describe("inside <template>, <noscript> or a hidden element"),
    summary: z
      .object({
        counts: z.record(z.string(), Count).describe("shown headings by level: h1 … h6"),
        issues: z.array(z.string()).describe("what is wrong with the outline, a sentence each"),
      })
      .optional()
      .describe("of the whole page; on its first heading only"),
  }),
  read: reading({ name: "headings", items: read }),
});
