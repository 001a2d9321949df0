import { SourceError } from "../../../errors.ts";
import { decodeText } from "../../../upstream/charset.ts";
import type { HttpRequest, HttpResponse } from "../../../upstream/types.ts";
import type { ReadContext, Reader } from "../../source.ts";
import { type El, parseHtml, parseXml } from "../html/dom.ts";
import { answered, changed, type Judge } from "../responses/answer.ts";
import { wallIn } from "../responses/refusals.ts";
import { type Asking, type Page, paged } from "./paged.ts";

interface TreeSpec<Input, Out, Carried> {
  /** The elements that hold an item each: a selector, or a function of the document. */
  readonly rows: string | ((doc: El, input: Input) => readonly El[]);
  /** One row read; undefined skips it (an advertisement, a card, a separator). */
  readonly item: (row: El, input: Input, doc: El, context: ReadContext) => Out | undefined;
  /**
   * What the page carries as data (JSON-LD, the state of its scripts), looked at before its rows are: where it gives items,
   * they are the page's.
   */
  readonly carried?: (body: string, input: Input, doc: El, context: ReadContext) => readonly Carried[];
  /** The upstream's own mark for "nothing found": selectors, or a function. Only a marked page is empty. */
  readonly empty: readonly string[] | ((doc: El, response: HttpResponse) => boolean);
  /** Marks of a captcha, consent or refusal page: selectors, looked for where no row was read. */
  readonly blocked?: readonly string[];
  /** The next page's cursor; null when this page is the last. */
  readonly next?: (doc: El, input: Input, response: HttpResponse) => string | null | undefined;
  /** The source's own reading of status, headers or final URL. */
  readonly judge?: Judge;
}

/**
 * Reads results pages. Rows decide first, for a normal page also speaks of captchas in its scripts. A page without rows
 * is `blocked` when it has a block mark, empty when the upstream marked it empty, and `changed` otherwise: never
 * silently empty.
 */
export function html<Input, Out, Carried = never>(
  spec: TreeSpec<Input, Out, Carried> & Asking<Input>,
): Reader<Input, Out | Carried> {
  return tree(spec, "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5", parseHtml);
}

/** Reads XML answers by the same rules, with selectors over qualified names (`dc\\:creator`). */
export function xml<Input, Out>(spec: TreeSpec<Input, Out, never> & Asking<Input>): Reader<Input, Out> {
  return tree(spec, "application/atom+xml,application/xml,text/xml;q=0.9,*/*;q=0.5", parseXml);
}

function tree<Input, Out, Carried>(
  spec: TreeSpec<Input, Out, Carried> & Asking<Input>,
  accept: string,
  parse: (body: string, base: string) => El,
): Reader<Input, Out | Carried> {
  return paged(spec, (request: HttpRequest, input: Input, context) => {
    const asking = { ...request, headers: { accept, ...request.headers } };
    return answered(asking, context, spec.judge, (response): Page<Out | Carried> => {
      const body = decodeText(response);
      const doc = parse(body, response.url);
      const carried = spec.carried?.(body, input, doc, context) ?? [];
      const items = carried.length > 0 ? carried : rowsOf(spec, doc, input, context);
      if (items.length > 0) return { items, next: spec.next?.(doc, input, response) };
      if (spec.blocked?.some((mark) => doc.has(mark)))
        throw new SourceError("blocked", `${context.source} answered with a captcha or refusal page.`);
      const { empty } = spec;
      if (typeof empty === "function" ? empty(doc, response) : empty.some((mark) => doc.has(mark)))
        return { items, next: null };
      throw wallIn(response) ?? changed(context.source, doc.text("title") ?? "no result and no empty mark");
    });
  });
}

function rowsOf<Input, Out>(
  spec: TreeSpec<Input, Out, unknown>,
  doc: El,
  input: Input,
  context: ReadContext,
): readonly Out[] {
  const rows = typeof spec.rows === "string" ? doc.all(spec.rows) : spec.rows(doc, input);
  return rows.flatMap((row) => spec.item(row, input, doc, context) ?? []);
}

/** True when the page's text holds one of the words: for engines that mark "nothing found" by a sentence only. */
export const says =
  (...sentences: readonly string[]) =>
  (doc: El): boolean => {
    const text = (doc.text() ?? "").toLowerCase();
    return sentences.some((sentence) => text.includes(sentence.toLowerCase()));
  };
