import { type Document, isTag, isText } from "domhandler";
import { Parser, parseFragment } from "parse5";
import { adapter, type Htmlparser2TreeAdapterMap } from "parse5-htmlparser2-tree-adapter";
import { SourceError } from "../../errors.ts";
import { decodeText } from "../../upstream/charset.ts";
import type { HttpResponse } from "../../upstream/types.ts";
import { El } from "../kit/html/dom.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { clip } from "../kit/values/text.ts";

/*
 * A page as a browser's parser makes it (parse5), since that is what search engines and social networks judge: an element
 * that no head may hold ends the head, and what stands after it counts for nothing there.
 */

/** Beyond these a page is hostile: it is read up to there. */
const MAX_ELEMENTS = 400_000;
const MAX_DEPTH = 2_000;
const MAX_MS = 5_000;
/** Of what one `<noscript>` holds. */
const MAX_NOSCRIPT_CHARS = 20_000;
/** Between two looks at the depth and the clock. */
const PIECE_CHARS = 16_384;

/** A page as a browser sees it before its scripts run. */
export interface PageTree {
  /** The whole page; relative addresses resolve against its `<base href>`, else the final URL. */
  readonly doc: El;
  /** The head alone. */
  readonly head: El;
  /** What ended the head before its time, as `<div>`; undefined where nothing that belongs there stands below it. */
  readonly headEndedBy?: string;
  /** False where reading stopped early, for the page is too large or nests too deep. */
  readonly whole: boolean;
}

class Enough extends Error {}

function parsed(html: string): { readonly root: Document; readonly whole: boolean } {
  let elements = 0;
  const counting: typeof adapter = {
    ...adapter,
    createElement: (name, namespace, attributes) => {
      elements += 1;
      if (elements > MAX_ELEMENTS) throw new Enough();
      return adapter.createElement(name, namespace, attributes);
    },
  };
  const parser = new Parser<Htmlparser2TreeAdapterMap>({ treeAdapter: counting });
  const started = performance.now();
  let at = 0;
  try {
    do {
      const end = at + PIECE_CHARS;
      parser.tokenizer.write(html.slice(at, end), end >= html.length);
      at = end;
      if (parser.openElements.stackTop > MAX_DEPTH || performance.now() - started > MAX_MS) throw new Enough();
    } while (at < html.length);
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
    return { root: parser.document, whole: false };
  }
  return { root: parser.document, whole: true };
}

/** What belongs into the head; in the body browsers' parsers leave it, but nobody heeds it there. */
const OF_HEAD =
  'meta[name="description" i], meta[name="robots" i], meta[name="viewport" i], meta[property^="og:" i], meta[name^="og:" i], meta[name^="twitter:" i], link[rel~="canonical" i], link[rel~="alternate" i][hreflang]';

/** What stands in the body first: in a page whose head was not closed, what ended the head. */
function firstOf(body: El): string {
  for (const node of body.node.children) {
    if (isTag(node)) return `<${node.name}>`;
    if (isText(node) && node.data.trim()) return `the text “${clip(node.data.trim(), 40)}”`;
  }
  return "the body";
}

const known = new WeakMap<Uint8Array, PageTree>();

/** The tree of a fetched page, made once. Errors: `unsupported-type` for what is no page. */
export function treeOf(response: HttpResponse): PageTree {
  const before = known.get(response.body);
  if (before) return before;
  const type = response.headers["content-type"];
  if (type && !/\b(html|xml|text\/plain)\b/i.test(type))
    throw new SourceError(
      "unsupported-type",
      `${response.url} is no web page but ${quotedSaying(type.split(";")[0] ?? "")}.`,
    );
  const { root, whole } = parsed(decodeText(response));
  const plain = new El(root, response.url);
  const doc = new El(root, plain.link("base[href]") ?? response.url);
  const [head, body] = [doc.one("html > head") ?? doc, doc.one("html > body")];
  const tree = {
    doc,
    head,
    whole,
    ...(body?.has(OF_HEAD) && { headEndedBy: firstOf(body) }),
  };
  known.set(response.body, tree);
  return tree;
}

/** Sentences on how the page was read: every audit of it begins with them. */
export const readingWarnings = ({ headEndedBy, whole }: PageTree): string[] => [
  ...(headEndedBy ? [`The head ends at ${headEndedBy}: what of the head stands after that counts for nothing.`] : []),
  ...(whole ? [] : ["The page is too large or nests too deep: only its beginning was read."]),
];

/** What a `<noscript>` holds, as browsers without scripts see it. */
export const withoutScripts = (noscript: El): El => {
  const html = noscript.node.children.map((node) => (isText(node) ? node.data : "")).join("");
  return new El(
    parseFragment<Htmlparser2TreeAdapterMap>(html.slice(0, MAX_NOSCRIPT_CHARS), { treeAdapter: adapter }),
    noscript.base,
  );
};
