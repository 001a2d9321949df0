import type { Element } from "domhandler";
import { Parser } from "htmlparser2";
import type { Inline } from "../../markdown/nodes.ts";
import type { Archive } from "../archive.ts";
import { type DocumentRead, targetOf } from "../document.ts";
import { aboutOf, partFor, relationshipsOf, rootFor } from "../docx/package.ts";
import { allOf, childOf, childrenOf, partOf, xmlText } from "../xml.ts";
import { shownNumber } from "./format.ts";
import { blocksOfSheets, MAX_CELLS, type Sheet, type SheetCell } from "./grid.ts";

interface Formats {
  readonly ids: readonly number[];
  readonly patterns: ReadonlyMap<number, string>;
}

/** A workbook (ECMA-376) as blocks: what its cells show. Hidden sheets, rows and columns are left out, but not what is folded. */
export function readXlsx(archive: Archive, part: string, base: string): DocumentRead {
  const workbook = partOf(archive, part);
  const relationships = relationshipsOf(archive, part);
  const stringsPart = partFor(relationships, "sharedStrings");
  const strings = stringsPart === undefined ? [] : stringsOf(archive.bytes(stringsPart));
  const formats = formatsOf(rootFor(archive, relationships, "styles"));
  const since1904 = /^(?:1|true)$/.test(childOf(workbook, "workbookPr")?.attribs["date1904"] ?? "");
  let left = MAX_CELLS;
  const sheets = childrenOf(childOf(workbook, "sheets"), "sheet").flatMap(({ attribs }): Sheet[] => {
    const target = relationships.get(attribs["r:id"] ?? "")?.target;
    const bytes = target === undefined ? undefined : archive.bytes(target);
    if (target === undefined || !bytes || /hidden/i.test(attribs["state"] ?? "")) return [];
    const reader = new SheetReader(strings, formats, since1904 ? 1462 : 0, left);
    reader.read(xmlText(bytes));
    left -= reader.cells;
    const links = relationshipsOf(archive, target);
    const linkTo = (id: string): string | undefined => {
      const link = links.get(id);
      return link?.isOutside ? targetOf(link.target, base) : undefined;
    };
    return [{ name: attribs["name"] ?? "", rows: reader.rowsWith(linkTo), leftOut: reader.leftOut }];
  });
  return { blocks: blocksOfSheets(sheets), about: aboutOf(archive) };
}

/** The shared strings of a workbook, read as they come; how a word is pronounced is left out. */
function stringsOf(bytes: Uint8Array | undefined): string[] {
  const strings: string[] = [];
  let text = "";
  let isText = false;
  let phonetic = 0;
  const parser = new Parser(
    {
      onopentag(name) {
        const local = localOf(name);
        if (local === "si") text = "";
        else if (local === "rPh") phonetic += 1;
        else if (local === "t") isText = phonetic === 0;
      },
      ontext(data) {
        if (isText) text += data;
      },
      onclosetag(name) {
        const local = localOf(name);
        if (local === "si") strings.push(text);
        else if (local === "rPh") phonetic -= 1;
        else if (local === "t") isText = false;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(bytes ? xmlText(bytes) : "");
  return strings;
}

const localOf = (name: string): string => name.slice(name.indexOf(":") + 1);

function formatsOf(root: Element | undefined): Formats {
  return {
    ids: childrenOf(childOf(root, "cellXfs"), "xf").map(({ attribs }) => Number(attribs["numFmtId"] ?? 0)),
    patterns: new Map(
      allOf(root, "numFmt").map(({ attribs }) => [Number(attribs["numFmtId"]), attribs["formatCode"] ?? "General"]),
    ),
  };
}

interface Place {
  readonly row: number;
  readonly column: number;
}

/** `B12`, from 0 on. */
function placeOf(reference: string | undefined): Place | undefined {
  const found = /^\$?([A-Z]{1,3})\$?(\d{1,7})/i.exec(reference ?? "");
  if (!found) return undefined;
  let column = 0;
  for (const letter of (found[1] ?? "").toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return { column: column - 1, row: Number(found[2]) - 1 };
}

interface Range {
  readonly from: Place;
  readonly to: Place;
}

function rangeOf(reference: string | undefined): Range | undefined {
  const [first, last] = (reference ?? "").split(":");
  const from = placeOf(first);
  return from && { from, to: placeOf(last) ?? from };
}

interface Value {
  readonly text: string;
  readonly isNumber: boolean;
  readonly link?: string | undefined;
}

const isOn = (value: string | undefined): boolean => value === "1" || value === "true";
const HYPERLINK = /^\s*HYPERLINK\(\s*"([^"]+)"/i;

/** Reads one sheet as its XML comes. */
class SheetReader {
  cells = 0;
  leftOut = 0;
  readonly #strings: readonly string[];
  readonly #formats: Formats;
  readonly #days: number;
  readonly #most: number;
  readonly #rows = new Map<number, Map<number, Value>>();
  readonly #hiddenRows = new Set<number>();
  readonly #hiddenColumns: { readonly from: number; readonly to: number }[] = [];
  readonly #merges: Range[] = [];
  readonly #links: { readonly range: Range; readonly id: string }[] = [];
  #filter: Range | undefined;
  #row = -1;
  #column = -1;
  #type = "";
  #style = 0;
  #value = "";
  #formula = "";
  #into: "value" | "formula" | undefined;
  #phonetic = false;

  constructor(strings: readonly string[], formats: Formats, days: number, most: number) {
    this.#strings = strings;
    this.#formats = formats;
    this.#days = days;
    this.#most = most;
  }

  read(xml: string): void {
    const parser = new Parser(
      {
        onopentag: (name, attribs) => this.#opens(localOf(name), attribs),
        ontext: (data) => {
          if (this.#into === "value" && !this.#phonetic) this.#value += data;
          else if (this.#into === "formula") this.#formula += data;
        },
        onclosetag: (name) => this.#closes(localOf(name)),
      },
      { xmlMode: true, decodeEntities: true },
    );
    parser.end(xml);
  }

  #opens(name: string, attribs: Readonly<Record<string, string>>): void {
    if (name === "row") {
      const stated = Number(attribs["r"] ?? Number.NaN);
      this.#row = Number.isInteger(stated) ? stated - 1 : this.#row + 1;
      this.#column = -1;
      // What is folded (an outline) can be unfolded.
      if (isOn(attribs["hidden"]) && Number(attribs["outlineLevel"] ?? 0) === 0) this.#hiddenRows.add(this.#row);
      if (this.cells >= this.#most) this.leftOut += 1;
    } else if (name === "c") {
      this.#column = placeOf(attribs["r"])?.column ?? this.#column + 1;
      this.#type = attribs["t"] ?? "n";
      this.#style = Number(attribs["s"] ?? 0);
      this.#value = "";
      this.#formula = "";
    } else if (name === "v" || name === "t") this.#into = "value";
    else if (name === "f") this.#into = "formula";
    else if (name === "rPh") this.#phonetic = true;
    else if (name === "col") {
      if (isOn(attribs["hidden"]) && Number(attribs["outlineLevel"] ?? 0) === 0)
        this.#hiddenColumns.push({ from: Number(attribs["min"]) - 1, to: Number(attribs["max"]) - 1 });
    } else if (name === "mergeCell") {
      const range = rangeOf(attribs["ref"]);
      if (range) this.#merges.push(range);
    } else if (name === "autoFilter") this.#filter = rangeOf(attribs["ref"]);
    else if (name === "hyperlink") {
      const range = rangeOf(attribs["ref"]);
      const id = Object.entries(attribs).find(([key]) => /^(?:\w+:)id$/.test(key))?.[1];
      if (range && id !== undefined) this.#links.push({ range, id });
    }
  }

  #closes(name: string): void {
    if (name === "v" || name === "t" || name === "f") this.#into = undefined;
    else if (name === "rPh") this.#phonetic = false;
    else if (name === "c" && this.#value !== "" && this.cells < this.#most) {
      let row = this.#rows.get(this.#row);
      if (!row) {
        row = new Map();
        this.#rows.set(this.#row, row);
      }
      row.set(this.#column, this.#shown());
      this.cells += 1;
    }
  }

  #shown(): Value {
    const link = HYPERLINK.exec(this.#formula)?.[1];
    const value = this.#value;
    if (this.#type === "s") return { text: this.#strings[Number(value)] ?? "", isNumber: false, link };
    if (this.#type === "b") return { text: value === "1" ? "TRUE" : "FALSE", isNumber: false };
    if (this.#type === "d") return { text: value.replace(/T00:00:00(?:\.0+)?Z?$/, ""), isNumber: true };
    if (this.#type !== "n") return { text: value, isNumber: false, link };
    const number = Number(value);
    if (Number.isNaN(number)) return { text: value, isNumber: false };
    const id = this.#formats.ids[this.#style] ?? 0;
    const pattern = this.#formats.patterns.get(id);
    const isDay = pattern !== undefined && /[yd]/i.test(pattern) ? this.#days : id >= 14 && id <= 22 ? this.#days : 0;
    return { text: shownNumber(number + isDay, id, pattern), isNumber: true, link };
  }

  rowsWith(linkTo: (id: string) => string | undefined): Map<number, Map<number, SheetCell>> {
    const filter = this.#filter;
    const isFiltered = (row: number): boolean => filter !== undefined && row > filter.from.row && row <= filter.to.row;
    const spans = new Map(this.#merges.map((range) => [`${range.from.row}/${range.from.column}`, range]));
    const links = new Map(this.#links.map(({ range, id }) => [`${range.from.row}/${range.from.column}`, id]));
    const out = new Map<number, Map<number, SheetCell>>();
    for (const [at, row] of this.#rows) {
      if (this.#hiddenRows.has(at) && !isFiltered(at)) continue;
      const cells = new Map<number, SheetCell>();
      for (const [column, { text, isNumber, link }] of row) {
        if (this.#hiddenColumns.some(({ from, to }) => column >= from && column <= to)) continue;
        const key = `${at}/${column}`;
        const span = spans.get(key);
        const url = link ?? linkTo(links.get(key) ?? "");
        const words = wordsOf(text);
        cells.set(column, {
          line:
            url !== undefined && /^(?:https?|mailto):/i.test(url) ? [{ type: "link", url, children: words }] : words,
          isNumber,
          columns: span ? span.to.column - span.from.column + 1 : 1,
          rows: span ? span.to.row - span.from.row + 1 : 1,
        });
      }
      if (cells.size > 0) out.set(at, cells);
    }
    return out;
  }
}

const wordsOf = (text: string): Inline[] =>
  text
    .replaceAll("_x000D_", "")
    .split(/\r?\n/)
    .flatMap((value, at): Inline[] => [...(at > 0 ? [{ type: "break" } as const] : []), { type: "text", value }]);
