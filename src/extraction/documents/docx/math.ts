import type { Element } from "domhandler";
import { escapeUTF8 } from "entities";
import { texOfMarkup } from "../../markdown/mathml.ts";
import { childOf, childrenOf, elementsOf, stringOf } from "../xml.ts";

/** A formula of Word (`m:oMath`, ECMA-376, part 1, 22.1) as TeX; undefined where it cannot be read. */
export const texOfOmml = (math: Element): string | undefined =>
  texOfMarkup(`<math xmlns="http://www.w3.org/1998/Math/MathML"><mrow>${inner(math)}</mrow></math>`);

const inner = (element: Element | undefined): string => (element ? elementsOf(element).map(mathmlOf).join("") : "");
const row = (element: Element | undefined): string => `<mrow>${inner(element)}</mrow>`;
const sign = (text: string): string => `<mo>${escapeUTF8(text)}</mo>`;

/** A value of an element's properties; absent where it is not stated. */
const said = (element: Element, name: string): string | undefined =>
  childOf(childOf(element, `${element.name}Pr`), `m:${name}`)?.attribs["m:val"];

const off = (value: string | undefined): boolean => value !== undefined && !/^(?:1|on|true)$/.test(value);

function mathmlOf(element: Element): string {
  const part = (name: string) => childOf(element, `m:${name}`);
  switch (element.name) {
    case "m:r":
      return runOf(element);
    case "m:f":
      return said(element, "type") === "lin"
        ? `${row(part("num"))}${sign("/")}${row(part("den"))}`
        : `<mfrac${said(element, "type") === "noBar" ? ' linethickness="0"' : ""}>${row(part("num"))}${row(part("den"))}</mfrac>`;
    case "m:sSup":
      return `<msup>${row(part("e"))}${row(part("sup"))}</msup>`;
    case "m:sSub":
      return `<msub>${row(part("e"))}${row(part("sub"))}</msub>`;
    case "m:sSubSup":
      return `<msubsup>${row(part("e"))}${row(part("sub"))}${row(part("sup"))}</msubsup>`;
    case "m:sPre":
      return `<msubsup><mrow></mrow>${row(part("sub"))}${row(part("sup"))}</msubsup>${row(part("e"))}`;
    case "m:rad":
      return stringOf(part("deg")).trim() === ""
        ? `<msqrt>${inner(part("e"))}</msqrt>`
        : `<mroot>${row(part("e"))}${row(part("deg"))}</mroot>`;
    case "m:nary": {
      const head = sign(said(element, "chr") ?? "∫");
      return `<munderover>${head}${row(part("sub"))}${row(part("sup"))}</munderover>${row(part("e"))}`;
    }
    case "m:d": {
      const [open, close, between] = [
        said(element, "begChr") ?? "(",
        said(element, "endChr") ?? ")",
        said(element, "sepChr"),
      ];
      const parts = childrenOf(element, "m:e").map(row);
      return `<mrow>${open && sign(open)}${parts.join(sign(between ?? "|"))}${close && sign(close)}</mrow>`;
    }
    case "m:func":
      return `${row(part("fName"))}${row(part("e"))}`;
    case "m:acc":
      return `<mover accent="true">${row(part("e"))}${sign(said(element, "chr") ?? "^")}</mover>`;
    case "m:bar":
      return said(element, "pos") === "top"
        ? `<mover accent="true">${row(part("e"))}${sign("¯")}</mover>`
        : `<munder>${row(part("e"))}${sign("_")}</munder>`;
    case "m:groupChr":
      return said(element, "pos") === "top"
        ? `<mover>${row(part("e"))}${sign(said(element, "chr") ?? "⏞")}</mover>`
        : `<munder>${row(part("e"))}${sign(said(element, "chr") ?? "⏟")}</munder>`;
    case "m:limLow":
      return `<munder>${row(part("e"))}${row(part("lim"))}</munder>`;
    case "m:limUpp":
      return `<mover>${row(part("e"))}${row(part("lim"))}</mover>`;
    case "m:m":
      return `<mtable>${childrenOf(element, "m:mr").map(matrixRow).join("")}</mtable>`;
    case "m:eqArr":
      return `<mtable>${childrenOf(element, "m:e")
        .map((one) => `<mtr><mtd>${inner(one)}</mtd></mtr>`)
        .join("")}</mtable>`;
    default:
      return element.name.endsWith("Pr") ? "" : inner(element);
  }
}

const matrixRow = (element: Element): string =>
  `<mtr>${childrenOf(element, "m:e")
    .map((one) => `<mtd>${inner(one)}</mtd>`)
    .join("")}</mtr>`;

/** A run of a formula: its numbers, letters and signs. */
function runOf(element: Element): string {
  const text = childrenOf(element, "m:t").map(stringOf).join("");
  const properties = childOf(element, "m:rPr");
  const normal = childOf(properties, "m:nor");
  if (normal && !off(normal.attribs["m:val"])) return `<mtext>${escapeUTF8(text)}</mtext>`;
  const upright = childOf(properties, "m:sty")?.attribs["m:val"] === "p";
  return [...text.matchAll(/\d+(?:[.,]\d+)*|[\p{L}]+|\s+|./gsu)]
    .map(([piece]) => {
      if (/^\d/.test(piece)) return `<mn>${piece}</mn>`;
      if (/^\s/.test(piece)) return "";
      if (!/^\p{L}/u.test(piece)) return sign(piece);
      if (upright) return `<mi mathvariant="normal">${escapeUTF8(piece)}</mi>`;
      return [...piece].map((letter) => `<mi>${escapeUTF8(letter)}</mi>`).join("");
    })
    .join("");
}
