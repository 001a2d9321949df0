import type { Element } from "domhandler";
import type { Block, Cell, Inline } from "../../markdown/nodes.ts";
import { isEmpty, paragraphsOf } from "../../markdown/tidy.ts";
import { targetOf } from "../document.ts";
import { texOfOmml } from "../docx/math.ts";
import type { Relationships } from "../docx/package.ts";
import { Flow } from "../flow.ts";
import { codeTextOf, isCodeLine, isMonospaced, marked } from "../marks.ts";
import { allOf, childOf, childrenOf, elementsOf, stringOf } from "../xml.ts";
import { type Bullets, bulletOf, type Placeholder } from "./bullets.ts";

const MAX_SPAN = 200;
/** How far a list's level is set in, at most. */
const LEVEL_EMU = 500_000;

/** Reads the texts of one slide (DrawingML, ECMA-376, part 1, 21.1). */
export class TextReader {
  readonly #relationships: Relationships;
  readonly #base: string;
  readonly #bullets: Bullets;

  constructor(relationships: Relationships, base: string, bullets: Bullets) {
    this.#relationships = relationships;
    this.#base = base;
    this.#bullets = bullets;
  }

  body(body: Element, placeholder: Placeholder | undefined): Block[] {
    const flow = new Flow();
    const counts: (number | undefined)[] = [];
    for (const paragraph of childrenOf(body, "a:p")) {
      const line = this.line(paragraph);
      if (isEmpty(line)) continue;
      const properties = childOf(paragraph, "a:pPr");
      const level = Math.min(8, Math.max(0, Number(properties?.attribs["lvl"] ?? 0) || 0));
      const bullet = bulletOf(properties) ?? this.#bullets.of(body, placeholder, level) ?? "none";
      counts.length = Math.min(counts.length, level + 1);
      const blocks = paragraphsOf(line, true);
      if (bullet === "none") {
        const margin = Number(properties?.attribs["marL"] ?? 0);
        // Set in much further, it is a quotation.
        const isSetIn = flow.isInList && margin > 0 && margin <= LEVEL_EMU * (level + 1);
        if (!isSetIn) counts.length = 0;
        if (isCodeLine(line)) flow.code(codeTextOf(line));
        else if (isSetIn) flow.under(level, blocks);
        else flow.add(...blocks);
        continue;
      }
      const number = bullet.isNumbered ? (counts[level] ?? bullet.start - 1) + 1 : undefined;
      counts[level] = number;
      flow.item({ level, list: "", number }, blocks);
    }
    return flow.done();
  }

  line(paragraph: Element): Inline[] {
    return elementsOf(paragraph).flatMap((child): readonly Inline[] => {
      if (child.name === "a:br") return [{ type: "break" }];
      if (child.name === "a:r" || child.name === "a:fld") return this.#run(child);
      const math = allOf(child, "m:oMath")[0];
      const tex = math && texOfOmml(math);
      return tex === undefined ? [] : [{ type: "math", tex }];
    });
  }

  #run(run: Element): readonly Inline[] {
    const properties = childOf(run, "a:rPr");
    const { b, i, strike, baseline } = properties?.attribs ?? {};
    const shift = Number(baseline ?? 0);
    const line = marked([{ type: "text", value: stringOf(childOf(run, "a:t")).replaceAll("\v", " ") }], {
      bold: b === "1" || b === "true",
      italic: i === "1" || i === "true",
      struck: strike !== undefined && strike !== "noStrike",
      raised: shift > 0 ? "sup" : shift < 0 ? "sub" : undefined,
      code: isCodeRun(run),
    });
    const target = this.#relationships.get(childOf(properties, "a:hlinkClick")?.attribs["r:id"] ?? "");
    const url = target?.isOutside ? targetOf(target.target, this.#base) : undefined;
    return url === undefined ? line : [{ type: "link", url, children: line }];
  }

  table(table: Element): Block[] {
    const rows = childrenOf(table, "a:tr").map((row, at): Cell[] =>
      childrenOf(row, "a:tc")
        .filter(({ attribs }) => !isOn(attribs["hMerge"]) && !isOn(attribs["vMerge"]))
        .map((cell) => {
          const body = childOf(cell, "a:txBody");
          return {
            children: body ? this.body(body, undefined) : [],
            isHead: at === 0,
            columns: spanOf(cell.attribs["gridSpan"]),
            rows: spanOf(cell.attribs["rowSpan"]),
          };
        }),
    );
    // GFM has a head always: the first row is the likeliest, stated or not.
    return rows.length > 0 ? [{ type: "table", heads: 1, rows }] : [];
  }
}

const isOn = (value: string | undefined): boolean => value === "1" || value === "true";

function spanOf(stated: string | undefined): number {
  const span = Number(stated ?? 1);
  return Number.isInteger(span) ? Math.min(MAX_SPAN, Math.max(1, span)) : 1;
}

const isCodeRun = (run: Element): boolean =>
  isMonospaced(childOf(childOf(run, "a:rPr"), "a:latin")?.attribs["typeface"]);
