import type { PDFPageProxy } from "unpdf/pdfjs";
import { isMonospaced } from "../documents/marks.ts";
import { numbersOf } from "./geometry.ts";

/** What a font's name and kind say of its letters. */
export interface Font {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly mono: boolean;
  /** A glyph's width in the size of the letters. */
  readonly unit: number;
  readonly isVertical: boolean;
}

const BOLD = /bold|black|heavy|semibold|demi|medi(?:um)?(?:$|[^a-z])|cmbx|cmssbx|sfbx|\bbx\d|ecbx/i;
const ITALIC = /ital|obli|slant|cmti|cmsl|cmmi|ecti|sfti/i;

export function fontOf(page: PDFPageProxy, name: string): Font {
  const known: unknown = page.commonObjs.has(name) ? page.commonObjs.get(name) : undefined;
  const field = (key: string): unknown =>
    typeof known === "object" && known !== null ? Reflect.get(known, key) : undefined;
  const called = String(field("name") ?? "").replace(/^[A-Z]{6}\+/, "");
  const matrix = numbersOf(field("fontMatrix"));
  return {
    bold: BOLD.test(called) || field("bold") === true || field("black") === true,
    italic: ITALIC.test(called) || field("italic") === true,
    mono: isMonospaced(called) || /cmtt|ectt|sftt|lmtt|nimbusmon/i.test(called),
    unit: matrix[0] || 0.001,
    isVertical: field("vertical") === true,
  };
}
