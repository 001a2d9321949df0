import type { HttpResponse } from "../../upstream/types.ts";
import type { El } from "../kit/html/dom.ts";
import { isoDate } from "../kit/values/dates.ts";

/* What a page tells robots, in its head and in its headers. */

/** The contents of every `<meta name>` of that name, in any case, without blank ones. */
export const metas = (head: El, name: string): string[] =>
  head.all(`meta[name="${name}" i]`).flatMap(
    (meta) =>
      meta
        .attr("content")
        ?.replace(/\s+/g, " ")
        .replace(/(?:^[\s,]+)|(?:[\s,]+$)/g, "") || [],
  );

const DIRECTIVE = /^(unavailable_after|max-(snippet|image-preview|video-preview))$/i;

/** `X-Robots-Tag` without the rules for other robots than Google's: `googlebot: noindex, otherbot: nofollow`. */
function robotsHeader(response: HttpResponse): string[] {
  let mine = true;
  return (response.headers["x-robots-tag"] ?? "").split(",").flatMap((part) => {
    const [, name, rule] = /^\s*([\w-]{1,60})\s*:(.*)$/s.exec(part) ?? [];
    if (!name || DIRECTIVE.test(name)) return mine ? part.trim() || [] : [];
    mine = /^googlebot$/i.test(name);
    return mine ? rule?.trim() || [] : [];
  });
}

/** Every rule for robots, Google's among them: meta robots, meta googlebot and `X-Robots-Tag`. */
export const robotsOf = (head: El, response: HttpResponse): string[] => [
  ...metas(head, "robots"),
  ...metas(head, "googlebot"),
  ...robotsHeader(response),
];

/** Of several rules the most restrictive counts; `none` is noindex and nofollow. */
export const forbids = (rules: readonly string[], rule: "noindex" | "nofollow"): boolean =>
  rules.some((text) =>
    text
      .toLowerCase()
      .split(/[\s,]+/)
      .some((word) => word === rule || word === "none"),
  );

/** The instant after which a page is to leave the results (`unavailable_after`), in milliseconds since 1970. */
function leavesAt(rules: readonly string[]): number | undefined {
  const written = /unavailable_after\s*:\s*(.{4,80})/i.exec(rules.join(", "))?.[1]?.split(",");
  // A date may have a comma behind the name of its day.
  for (const parts of [1, 2]) {
    const text = written?.slice(0, parts).join(",").trim() ?? "";
    const at = /\d/.test(text) ? Date.parse(isoDate(text) ?? text) : Number.NaN;
    if (Number.isFinite(at)) return at;
  }
  return undefined;
}

/** Whether rules keep a page out of the results, at a moment. */
export const forbidsIndexing = (rules: readonly string[], now: number): boolean =>
  forbids(rules, "noindex") || (leavesAt(rules) ?? Number.POSITIVE_INFINITY) < now;
