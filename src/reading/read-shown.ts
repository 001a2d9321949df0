import { compile, selectAll } from "css-select";
import type { AnyNode, Element } from "domhandler";
import { parseDocument } from "htmlparser2";
import { absoluteUrl } from "../extraction/address.ts";
import { kindOf } from "../extraction/kind.ts";
import type { Extraction } from "../extraction/page.ts";
import { type Body, readBody } from "../extraction/read.ts";
import { decodeText } from "../upstream/charset.ts";
import { type BodyTask, bodyOf } from "./body.ts";
import { cutOut, NOTHING, type Part } from "./read-part.ts";

/** An attribute of the elements that a CSS selector finds. */
export interface AttributeAsked {
  readonly selector: string;
  readonly attribute: string;
}

/** In which forms a page is to be read. */
export interface ShownTask extends BodyTask, Pick<Body, "whole" | "markup"> {
  /** The body as it came, decoded. */
  readonly raw: boolean;
  /** Only this part of it. */
  readonly part?: Part | undefined;
  readonly attributes: readonly AttributeAsked[];
}

/** A page in the forms that were asked for. */
export interface Shown {
  readonly extraction: Extraction;
  /** Absent where it was not asked for, or the body is no text. */
  readonly raw?: string;
  /** The body is longer than what `raw` may hold. */
  readonly rawTooLong?: true;
  /** One for each that was asked for. */
  readonly attributes: readonly (AttributeAsked & { readonly values: readonly string[] })[];
}

const MAX_RAW_CHARS = 5_000_000;
const MAX_VALUES = 10_000;
const MAX_VALUE_CHARS = 10_000;

/** A body in all the forms that are wanted of it; selectors are taken to be valid. */
export async function readShown(task: ShownTask, bytes: Uint8Array): Promise<Shown> {
  const { headers, url, raw, part, attributes, whole, markup } = task;
  const kind = kindOf(bytes, headers["content-type"]);
  const text = kind === "pdf" || kind === "archive" ? undefined : decodeText({ headers, body: bytes });
  const body: Body = { ...bodyOf(task, bytes), linkTexts: false, whole, markup, metas: true };
  const isPage = kind === "html" && text !== undefined;
  const html = part && isPage ? cutOut(part, text) : undefined;
  const extraction =
    !part || !isPage
      ? await readBody(body)
      : html === undefined
        ? NOTHING
        : await readBody({
            ...body,
            bytes: Buffer.from(html),
            text: () => html,
            contentType: "text/html; charset=utf-8",
          });
  const tooLong = text !== undefined && text.length > MAX_RAW_CHARS;
  return {
    extraction,
    ...(raw && text !== undefined && !tooLong && { raw: text }),
    ...(raw && tooLong && { rawTooLong: true as const }),
    attributes: isPage ? valuesOf(attributes, text, url) : attributes.map((asked) => ({ ...asked, values: [] })),
  };
}

const ADDRESSES = new Set(["href", "src", "action", "poster"]);

function valuesOf(asked: readonly AttributeAsked[], page: string, url: string): Shown["attributes"] {
  if (asked.length === 0) return [];
  const { children } = parseDocument(page);
  return asked.map(({ selector, attribute }) => {
    const found = selectAll<AnyNode, Element>(compile<AnyNode, Element>(selector), children);
    const values = found
      .slice(0, MAX_VALUES)
      .flatMap(({ attribs }) => attribs[attribute] ?? attribs[attribute.toLowerCase()] ?? [])
      .map((value) => ((ADDRESSES.has(attribute) && absoluteUrl(value, url)) || value).slice(0, MAX_VALUE_CHARS));
    return { selector, attribute, values };
  });
}
