import type { PDFPageProxy } from "unpdf/pdfjs";
import { type Font, fontOf } from "./fonts.ts";
import { IDENTITY, type Matrix, matrixOf, numbersOf, times } from "./geometry.ts";
import { isFrame, MAX_RULE_WIDTH, type Point, type Rule, ruleBetween, STEPS, sidesOf } from "./rules.ts";

/** A word, or a piece of one in another font; in points from the upper left corner of the page as it is seen. */
export interface Word {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** Its baseline. */
  readonly y: number;
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly mono: boolean;
  /** Whether it is read from right to left. */
  readonly isRtl: boolean;
  /** Whether a blank stands before it. */
  readonly spaced: boolean;
  /** It is drawn by itself, with no blank before it: a cell of a table, or a piece in another font. */
  readonly apart: boolean;
  /** Its place in the page's tag tree. */
  readonly tag: string | undefined;
  /** It is tagged as no content: running heads and feet. */
  readonly isArtifact: boolean;
  /** Where a link over it leads. */
  readonly url?: string | undefined;
}

export interface PageInk {
  readonly words: readonly Word[];
  readonly rules: readonly Rule[];
  readonly width: number;
  readonly height: number;
}

const MAX_WORDS = 60_000;
const MAX_RULES = 20_000;
/** More spots than this are a drawing. */
const MAX_SPOTS = 400;
/** A gap of so much of the letters' size is a blank. */
const BLANK = 0.17;

interface State {
  matrix: Matrix;
  font: Font | undefined;
  size: number;
  charSpacing: number;
  wordSpacing: number;
  scale: number;
  leading: number;
  rise: number;
}

interface Glyph {
  readonly unicode?: unknown;
  readonly width?: unknown;
  readonly isSpace?: unknown;
}

interface Letters {
  text: string;
  left: number;
  right: number;
  readonly y: number;
  readonly size: number;
  readonly font: Font;
  readonly spaced: boolean;
  readonly apart: boolean;
  readonly tag: string | undefined;
  readonly isArtifact: boolean;
}

/** What the content under way is marked as. */
interface Mark {
  readonly id: string | undefined;
  readonly isArtifact: boolean;
}

const NO_MARK: Mark = { id: undefined, isArtifact: false };

/** Names of pdf.js' operators, by their number. */
export type Operators = Readonly<Record<string, number>>;

/** What is drawn on a page: its words in the order in which they are drawn, and its lines. */
export async function inkOf(page: PDFPageProxy, operators: Operators): Promise<PageInk> {
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: 0 });
  const viewport = page.getViewport({ scale: 1 });
  const reader = new InkReader(page, matrixOf(viewport.transform), operators);
  for (let at = 0; at < fnArray.length; at += 1) {
    const args: unknown = argsArray[at];
    reader.step(fnArray[at] ?? 0, Array.isArray(args) ? args : args === null || args === undefined ? [] : [args]);
  }
  return {
    words: reader.done(),
    rules: reader.rules,
    width: viewport.width,
    height: viewport.height,
  };
}

class InkReader {
  readonly rules: Rule[] = [];
  readonly #page: PDFPageProxy;
  readonly #names: readonly (string | undefined)[];
  readonly #fonts = new Map<string, Font>();
  readonly #words: Word[] = [];
  readonly #stack: State[] = [];
  readonly #marks: Mark[] = [];
  #mark = NO_MARK;
  #state: State;
  #text: Matrix = IDENTITY;
  #x = 0;
  #y = 0;
  #lineX = 0;
  #lineY = 0;
  #letters: Letters | undefined;
  #blank = false;
  readonly #spots = new Set<number>();
  /** Which text object (`BT`) is drawn, and which the last word is of. */
  #object = 0;
  #lastObject = 0;

  constructor(page: PDFPageProxy, matrix: Matrix, operators: Operators) {
    this.#page = page;
    const names: string[] = [];
    for (const [name, number] of Object.entries(operators)) names[number] = name;
    this.#names = names;
    this.#state = { matrix, font: undefined, size: 0, charSpacing: 0, wordSpacing: 0, scale: 1, leading: 0, rise: 0 };
  }

  done(): Word[] {
    this.#flush();
    if (this.#spots.size === 0) return this.#words;
    if (this.#spots.size > MAX_SPOTS) return this.#words.filter((_, at) => !this.#spots.has(at));
    const written = this.#words.filter((_, at) => !this.#spots.has(at));
    return this.#words.filter((word, at) => !this.#spots.has(at) || written.some((other) => isMark(word, other)));
  }

  step(operator: number, args: readonly unknown[]): void {
    const state = this.#state;
    const number = Number(args[0] ?? 0);
    switch (this.#names[operator]) {
      case "save":
      case "paintFormXObjectBegin":
      case "beginGroup": {
        this.#stack.push(state);
        this.#state = { ...state };
        const inner = Array.isArray(args[0]) || ArrayBuffer.isView(args[0]) ? numbersOf(args[0]) : [];
        if (inner.length === 6) this.#state.matrix = times(state.matrix, matrixOf([inner]));
        break;
      }
      case "restore":
      case "paintFormXObjectEnd":
      case "endGroup":
        this.#state = this.#stack.pop() ?? state;
        break;
      case "transform":
        state.matrix = times(state.matrix, matrixOf(args));
        break;
      case "beginText":
        this.#object += 1;
        this.#text = IDENTITY;
        this.#moveTo(0, 0, true);
        break;
      case "setTextMatrix":
        this.#text = matrixOf(args);
        this.#moveTo(0, 0, true);
        break;
      case "moveText":
        this.#moveTo(number, Number(args[1] ?? 0));
        break;
      case "setLeadingMoveText":
        state.leading = Number(args[1] ?? 0);
        this.#moveTo(number, Number(args[1] ?? 0));
        break;
      case "setLeading":
        state.leading = -number;
        break;
      case "nextLine":
        this.#moveTo(0, state.leading);
        break;
      case "setCharSpacing":
        state.charSpacing = number;
        break;
      case "setWordSpacing":
        state.wordSpacing = number;
        break;
      case "setHScale":
        state.scale = number / 100;
        break;
      case "setTextRise":
        state.rise = number;
        break;
      case "setFont":
        this.#setFont(String(args[0]), Number(args[1] ?? 0));
        break;
      case "showText":
      case "showSpacedText":
        this.#show(args[0]);
        break;
      case "nextLineShowText":
        this.#moveTo(0, state.leading);
        this.#show(args[0]);
        break;
      case "beginMarkedContent":
        this.#begin(undefined, nameOf(args[0]) === "Artifact");
        break;
      case "beginMarkedContentProps":
        this.#begin(tagOf(args[1]), nameOf(args[0]) === "Artifact");
        break;
      case "endMarkedContent":
        this.#mark = this.#marks.pop() ?? NO_MARK;
        break;
      case "constructPath":
        this.#path(Number(args[0]), args[1]);
        break;
      default:
    }
  }

  #begin(id: string | undefined, isArtifact: boolean): void {
    this.#marks.push(this.#mark);
    this.#mark = { id: id ?? this.#mark.id, isArtifact: isArtifact || this.#mark.isArtifact };
  }

  #moveTo(x: number, y: number, anew = false): void {
    this.#lineX = anew ? x : this.#lineX + x;
    this.#lineY = anew ? y : this.#lineY + y;
    this.#x = this.#lineX;
    this.#y = this.#lineY;
  }

  #setFont(name: string, size: number): void {
    let font = this.#fonts.get(name);
    if (!font) {
      font = fontOf(this.#page, name);
      this.#fonts.set(name, font);
    }
    this.#state.font = font;
    this.#state.size = size;
  }

  #show(glyphs: unknown): void {
    const { font, size, charSpacing, wordSpacing, scale, rise, matrix } = this.#state;
    if (!font || !Array.isArray(glyphs) || this.#words.length > MAX_WORDS) return;
    const whole = times(matrix, this.#text);
    // Words that stand slanted or upright are no lines of the page.
    const isLevel = Math.abs(whole[1]) <= 0.2 * Math.abs(whole[0]) && whole[0] * size > 0 && !font.isVertical;
    const height = Math.abs(size) * Math.hypot(whole[2], whole[3]);
    for (const glyph of glyphs) {
      if (typeof glyph === "number") {
        this.#x -= (glyph / 1000) * size * scale;
        continue;
      }
      if (typeof glyph !== "object" || glyph === null) continue;
      const { unicode, width, isSpace } = glyph as Glyph;
      const ink = (typeof width === "number" ? width : 0) * size * font.unit;
      const advance = (ink + charSpacing + (isSpace === true ? wordSpacing : 0)) * scale;
      const from = this.#x;
      this.#x += advance;
      if (!isLevel || typeof unicode !== "string") continue;
      if (unicode === " " || unicode.trim() === "") {
        this.#blank = true;
        continue;
      }
      const base = whole[2] * (this.#y + rise) + whole[4];
      const y = whole[1] * from + whole[3] * (this.#y + rise) + whole[5];
      this.#put(unicode, whole[0] * from + base, whole[0] * (from + ink * scale) + base, y, height, font);
    }
  }

  #put(unicode: string, left: number, right: number, y: number, size: number, font: Font): void {
    const last = this.#letters;
    const { id, isArtifact } = this.#mark;
    const gap = last ? left - last.right : 0;
    const follows =
      last !== undefined &&
      !this.#blank &&
      last.font === font &&
      last.tag === id &&
      last.isArtifact === isArtifact &&
      Math.abs(last.y - y) < 0.1 * size &&
      Math.abs(last.size - size) < 0.1 * size;
    if (last && follows && gap < BLANK * size && gap > -0.6 * size) {
      last.text += unicode;
      last.right = Math.max(last.right, right);
      return;
    }
    const spaced = this.#blank || gap >= BLANK * size || gap < -0.6 * size;
    const apart = !this.#blank && this.#object !== this.#lastObject;
    this.#lastObject = this.#object;
    this.#flush();
    this.#letters = { text: unicode, left, right, y, size, font, spaced, apart, tag: id, isArtifact };
    this.#blank = false;
  }

  #flush(): void {
    const last = this.#letters;
    this.#letters = undefined;
    if (!last) return;
    const { text, left, right, y, size, font, spaced, apart, tag, isArtifact } = last;
    const { bold, italic, mono } = font;
    const isRtl = RTL.test(text);
    this.#words.push({
      text: written(text, isRtl),
      isRtl,
      left,
      right,
      y,
      size,
      bold,
      italic,
      mono,
      spaced,
      apart,
      tag,
      isArtifact,
    });
  }

  /** A spot that is drawn, and not written: a list's mark, where a text stands right behind it. */
  #dot({ left, right, top, bottom }: Rule, strokes: boolean): void {
    const { size, matrix } = this.#state;
    const [wide, tall] = [right - left, bottom - top];
    const height = Math.abs(size) * Math.hypot(matrix[2], matrix[3]) || 12;
    const isSpot =
      wide > 1.5 && wide < 0.6 * height && Math.abs(wide - tall) < 0.3 * wide && this.#words.length < MAX_WORDS;
    if (!isSpot) return;
    this.#flush();
    const { isArtifact, id: tag } = this.#mark;
    const y = (top + bottom) / 2 + 0.3 * height;
    const plain = { bold: false, italic: false, mono: false, isRtl: false, spaced: true, apart: true, tag, isArtifact };
    this.#spots.add(this.#words.length);
    this.#words.push({ text: strokes ? "◦" : "•", left, right, y, size: height, ...plain });
  }

  /** The straight lines of a path: sides that are stroked, and boxes so thin that they are lines. */
  #path(paint: number, data: unknown): void {
    const name = this.#names[paint] ?? "";
    const strokes = /stroke/i.test(name);
    if (!strokes && !/fill/i.test(name)) return;
    const coordinates = numbersOf(Array.isArray(data) ? data[0] : data);
    const { matrix } = this.#state;
    let points: Point[] = [];
    let other: Rule | undefined;
    const at = (x: number, y: number) => ({
      x: matrix[0] * x + matrix[2] * y + matrix[4],
      y: matrix[1] * x + matrix[3] * y + matrix[5],
    });
    const end = () => {
      const [first] = points;
      if (first && points.length > 1 && this.rules.length < MAX_RULES) {
        const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
        const box = { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
        this.#dot(box, strokes);
        const isThin = Math.min(box.right - box.left, box.bottom - box.top) <= MAX_RULE_WIDTH;
        if (isThin) this.rules.push(box);
        // A frame is a box without the one in it.
        else if (other && (isFrame(other, box) || isFrame(box, other))) this.rules.push(...sidesOf(box));
        else if (strokes && points.length <= 6)
          points.forEach((from, index) => {
            const to = points[index + 1] ?? first;
            if (Math.abs(from.x - to.x) < 1 || Math.abs(from.y - to.y) < 1) this.rules.push(ruleBetween(from, to));
          });
        other = isThin ? undefined : box;
      }
      points = [];
    };
    for (let index = 0; index < coordinates.length; ) {
      const code = coordinates[index] ?? 0;
      const count = STEPS[code] ?? 0;
      if (code === 0) end();
      if (count > 0) points.push(at(coordinates[index + count - 1] ?? 0, coordinates[index + count] ?? 0));
      index += count + 1;
    }
    end();
  }
}

/** Whether a text stands right behind a spot. */
const isMark = ({ right, y }: Word, next: Word): boolean =>
  Math.abs(next.y - y) < 0.35 * next.size && next.left - right > 0.1 * next.size && next.left - right < 2.5 * next.size;

const nameOf = (tag: unknown): string =>
  typeof tag === "string" ? tag : typeof tag === "object" && tag !== null ? String(Reflect.get(tag, "name") ?? "") : "";

/** pdf.js gives the number of the marked content; its tag tree has `p2R_mc7`. */
const tagOf = (properties: unknown): string | undefined =>
  typeof properties === "number" ? `mc${properties}` : undefined;

const RTL = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

const UNUSUAL = /[\u0590-\u08ff\ufb00-\ufeff]/;

/** Letters as they are written: ligatures parted, and what is drawn from right to left turned. */
function written(text: string, isRtl: boolean): string {
  if (!UNUSUAL.test(text)) return text;
  const plain = text.replace(/[\ufb00-\ufb06\ufb1d-\ufdff\ufe70-\ufeff]/g, (sign) => sign.normalize("NFKC"));
  return isRtl ? [...plain].reverse().join("") : plain;
}
