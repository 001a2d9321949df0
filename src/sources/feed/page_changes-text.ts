import { findAll } from "domutils";
import { SourceError } from "../../errors.ts";
import { El } from "../kit/dom.ts";
import { linesOf } from "../kit/lines.ts";
import { selects, type Watched } from "./page_changes-query.ts";

/** Times relative to now change with every look. */
const AGO =
  /\b(?:\d{1,4}|an?|one|few)\s+(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?)\s+ago\b|\bjust now\b/gi;

const RELATIVE = new Set(["time"]);

/** The page's visible text as it is compared: one line a block, without times relative to now. */
export function visibleText(page: El, { url, selector }: Watched): string {
  const parts = selector
    ? findAll(selects(selector), page.node.children).map((node) => new El(node, url))
    : [page.one("body") ?? page];
  if (parts.length === 0) throw new SourceError("not-found", `${url} has nothing that ${selector} selects.`);
  const lines = parts.flatMap((part) => linesOf(part, RELATIVE));
  const text = lines.flatMap((line) => line.replace(AGO, "").replace(/ {2,}/g, " ").trim() || []).join("\n");
  if (text) return text;
  throw new SourceError("unsupported-type", `${url} has no visible text without running its scripts.`);
}
