import { SourceError } from "../../errors.ts";
import { decodeText } from "../../upstream/charset.ts";
import type { HttpResponse } from "../../upstream/types.ts";
import type { Judge } from "../kit/answer.ts";
import { El, parseHtml } from "../kit/dom.ts";

/** A page without a byte has nothing to analyse. */
export const blank: Judge = ({ status, body }) =>
  status >= 200 && status < 300 && body.length === 0 ? "empty" : undefined;

/** A page as a tree whose relative addresses resolve as in a browser: against the first `<base href>`, else the final URL. */
export function documentOf(response: HttpResponse): El {
  const type = response.headers["content-type"];
  if (type && !/\b(html|xml|text\/plain)\b/i.test(type))
    throw new SourceError("unsupported-type", `${response.url} is no web page but ${type.split(";")[0]?.trim()}.`);
  const doc = parseHtml(decodeText(response), response.url);
  const base = doc.link("base[href]");
  return base ? new El(doc.node, base) : doc;
}

/** The links of the document whose `rel` holds the word: `rel` is a list of words, in any case. */
export const related = (doc: El, rel: string): El[] => doc.all(`link[rel~="${rel}" i][href]`);

/** The contents of every `<meta name>` of that name, in any case, without blank ones. */
export const metas = (doc: El, name: string): string[] =>
  doc.all(`meta[name="${name}" i]`).flatMap((meta) => meta.attr("content")?.replace(/\s+/g, " ") ?? []);
