import type { Block, Inline } from "../../markdown/nodes.ts";
import { isEmpty, paragraphsOf, tidy } from "../../markdown/tidy.ts";
import { type About, type DocumentRead, propertyOf, targetOf } from "../document.ts";
import { isBroken, tooLarge } from "../failure.ts";
import { Flow } from "../flow.ts";
import { codeTextOf, isCodeLine, isMonospaced, marked, unweighted, withoutStart } from "../marks.ts";
import { decodePage, pageOfCharset } from "./charsets.ts";
import { type Group, type Paragraph, PLAIN, type Style, type Target } from "./state.ts";
import { RtfTable } from "./tables.ts";
import { tokensOf } from "./tokens.ts";
import { KEPT, LEFT_OUT, SIGNS } from "./words.ts";

const MAX_DEPTH = 400;
const MAX_TABLES_DEEP = 8;
const HEADING = /^(?:heading|überschrift|titre|título|titolo|kop|rubrik|заголовок)\s*([1-9])$/i;
const HYPERLINK = /^\s*HYPERLINK\s+(?:\\[a-z]\s+)*"?([^"\s]+)/i;
const MARK = /^\s*(?:([•·▪◦‣○■□–-])|(\d{1,4})[.)]|[a-z]{1,4}[.)])\t\s*/iu;

/**
 * A document in Rich Text Format (1.9.1) as blocks. Deleted and hidden text, comments, pictures, running heads and feet are
 * left out.
 */
export const readRtf = (bytes: Uint8Array, base: string): DocumentRead => new RtfReader(base).read(bytes);

class RtfReader {
  readonly #base: string;
  readonly #stack: Group[] = [];
  #group: Group = {
    target: "text",
    bold: false,
    italic: false,
    struck: false,
    raised: undefined,
    hidden: false,
    font: 0,
    stand: 1,
    field: undefined,
    ends: undefined,
  };
  #page = 1252;
  #usual = 0;
  readonly #fonts = new Map<number, { page: number | undefined; name: string; isSymbol: boolean }>();
  readonly #styles = new Map<number, Style>();
  /** Number formats by list and level, and lists by override. */
  readonly #formats = new Map<number, number[]>();
  readonly #overrides = new Map<number, number>();
  readonly #counts = new Map<string, number>();
  #levels: number[] = [];
  #override: number | undefined;
  #entry = { font: 0, style: 0, outline: undefined as number | undefined };
  #named = "";
  #mark = "";
  #about: { title: string; author: string; created: Map<string, number> } = {
    title: "",
    author: "",
    created: new Map(),
  };
  #bytes: number[] = [];
  #skip = 0;
  #isStarred = false;
  #high = 0;
  #line: Inline[] = [];
  #paragraph: Paragraph = { ...PLAIN };
  #flow = new Flow();
  #tables: RtfTable[] = [];
  #indents: (number | undefined)[] = [];
  readonly #notes: Block[] = [];

  constructor(base: string) {
    this.#base = base;
  }

  read(bytes: Uint8Array): DocumentRead {
    let ended = false;
    for (const token of tokensOf(bytes)) {
      if (token.type === "byte") this.#byte(token.byte);
      else {
        this.#flush();
        if (token.type === "open") this.#open();
        else if (token.type === "word") this.#word(token.name, token.value);
        else {
          this.#close();
          ended = this.#stack.length === 0;
          if (ended) break;
        }
      }
    }
    this.#flush();
    if (!ended) throw isBroken("The RTF document is cut off.");
    this.#endParagraph();
    this.#endTables(0);
    return { blocks: [...this.#flow.done(), ...this.#notes], about: this.#aboutOf() };
  }

  #open(): void {
    if (this.#stack.length >= MAX_DEPTH) throw tooLarge(`The document nests deeper than ${MAX_DEPTH} groups.`);
    this.#stack.push(this.#group);
    this.#group = { ...this.#group, ends: undefined };
    this.#isStarred = false;
  }

  #close(): void {
    this.#group.ends?.();
    this.#group = this.#stack.pop() ?? this.#group;
    this.#skip = 0;
  }

  #byte(byte: number): void {
    if (this.#skip > 0) this.#skip -= 1;
    else if (this.#group.target !== "out") this.#bytes.push(byte);
  }

  /** Bytes are decoded together: a character may take two of them. */
  #flush(): void {
    if (this.#bytes.length === 0) return;
    const font = this.#fonts.get(this.#group.font);
    const bytes = this.#bytes;
    this.#bytes = [];
    if (font?.isSymbol && this.#group.target === "text")
      this.#say(bytes.map((byte) => (byte === 0xb7 || byte === 0xa7 ? "•" : String.fromCharCode(byte))).join(""));
    else this.#say(decodePage(bytes, font?.page ?? this.#page));
  }

  #say(text: string): void {
    const group = this.#group;
    switch (group.target) {
      case "fonts":
      case "styles":
        this.#named += text;
        return;
      case "title":
        this.#about.title += text;
        return;
      case "author":
        this.#about.author += text;
        return;
      case "field":
        if (group.field) group.field.instruction += text;
        return;
      case "mark":
        this.#mark += text;
        return;
      case "text":
        if (!group.hidden && !/^\s*TOC\b/.test(group.field?.instruction ?? ""))
          this.#run({ type: "text", value: text });
        return;
      default:
    }
  }

  #run(node: Inline): void {
    const { bold, italic, struck, raised, font, field } = this.#group;
    const code = isMonospaced(this.#fonts.get(font)?.name);
    const line = marked([node], { bold, italic, struck, raised, code });
    const url = targetOf(HYPERLINK.exec(field?.instruction ?? "")?.[1], this.#base);
    this.#line.push(...(url === undefined ? line : [{ type: "link", url, children: line } as const]));
  }

  #word(name: string, value: number | undefined): void {
    if (name === "*") {
      this.#isStarred = true;
      return;
    }
    const starred = this.#isStarred;
    this.#isStarred = false;
    const group = this.#group;
    if (LEFT_OUT.has(name) || (starred && !KEPT.has(name))) {
      group.target = "out";
      return;
    }
    if (group.target === "out") return;
    if (name === "u") {
      this.#unicode(value ?? 0);
      return;
    }
    const sign = SIGNS.get(name);
    if (sign !== undefined) this.#say(sign);
    else if (!this.#destination(name) && !this.#table(name, value) && !this.#style(name, value))
      this.#look(name, value);
  }

  #unicode(value: number): void {
    const code = value < 0 ? value + 65_536 : value;
    this.#skip = this.#group.stand;
    if (code >= 0xd800 && code <= 0xdbff) this.#high = code;
    else if (code >= 0xdc00 && code <= 0xdfff) {
      if (this.#high) this.#say(String.fromCharCode(this.#high, code));
      this.#high = 0;
    } else if (code >= 0xf000 && code <= 0xf0ff) this.#say(code === 0xf0b7 || code === 0xf0a7 ? "•" : "");
    else if (code > 0) this.#say(String.fromCodePoint(Math.min(code, 0x10ffff)));
  }

  /** A word that says what a group is for. */
  #destination(name: string): boolean {
    const group = this.#group;
    switch (name) {
      case "fonttbl":
        group.target = "fonts";
        return true;
      case "stylesheet":
        group.target = "styles";
        return true;
      case "listtable":
        group.target = "lists";
        return true;
      case "listoverridetable":
        group.target = "overrides";
        return true;
      case "info":
        group.target = "out";
        group.target = "created";
        return true;
      case "title":
      case "author":
        if (group.target === "created") group.target = name;
        return true;
      case "subject":
      case "doccomm":
      case "keywords":
      case "operator":
      case "company":
      case "category":
      case "manager":
      case "revtim":
      case "printim":
        if (group.target === "created") group.target = "out";
        return true;
      case "field":
        group.field = { instruction: "" };
        return true;
      case "fldinst":
        group.target = "field";
        return true;
      case "listtext":
        group.target = "mark";
        return true;
      case "footnote":
        this.#note();
        return true;
      case "shptxt":
      case "dptxbxtext":
        this.#box();
        return true;
      default:
        return false;
    }
  }

  /** What is read within a group stands elsewhere; what is around it goes on behind it. */
  #apart(then: (blocks: Block[]) => void): void {
    const [line, paragraph, flow, tables] = [this.#line, this.#paragraph, this.#flow, this.#tables];
    this.#line = [];
    this.#paragraph = { ...PLAIN };
    this.#flow = new Flow();
    this.#tables = [];
    this.#group.raised = undefined;
    this.#group.ends = () => {
      this.#endParagraph();
      this.#endTables(0);
      const blocks = this.#flow.done();
      [this.#line, this.#paragraph, this.#flow, this.#tables] = [line, paragraph, flow, tables];
      then(blocks);
    };
  }

  #note(): void {
    this.#apart((children) => {
      if (children.length === 0) return;
      const label = String(this.#notes.length + 1);
      this.#notes.push({ type: "note", label, children });
      this.#line.push({ type: "reference", label });
    });
  }

  #box(): void {
    this.#apart((blocks) => this.#into().add(...blocks));
  }

  #into(): Flow {
    return this.#tables[this.#paragraph.tables - 1]?.flow ?? this.#flow;
  }

  #table(name: string, value: number | undefined): boolean {
    const level = Math.max(1, this.#paragraph.tables);
    const table = () => this.#tableAt(level);
    switch (name) {
      case "trowd":
        table().plan();
        return true;
      case "trhdr":
        table().isHead = true;
        return true;
      case "clvmgf":
      case "clvmrg":
        table().merges("down", name === "clvmgf" ? "first" : "next");
        return true;
      case "clmgf":
      case "clmrg":
        table().merges("across", name === "clmgf" ? "first" : "next");
        return true;
      case "cellx":
        table().edge(value ?? 0);
        return true;
      case "cell":
      case "nestcell": {
        const at = name === "cell" ? 1 : Math.max(2, level);
        this.#paragraph.tables = at;
        this.#endParagraph();
        this.#endTables(at);
        this.#tableAt(at).cell();
        return true;
      }
      case "row":
      case "nestrow":
        this.#tableAt(name === "row" ? 1 : Math.max(2, level)).row();
        return true;
      default:
        return false;
    }
  }

  #tableAt(level: number): RtfTable {
    while (this.#tables.length < Math.min(level, MAX_TABLES_DEEP)) this.#tables.push(new RtfTable());
    return this.#tables[Math.min(level, MAX_TABLES_DEEP) - 1] ?? new RtfTable();
  }

  /** Tables deeper than a level are over. */
  #endTables(level: number): void {
    while (this.#tables.length > level) {
      const blocks = this.#tables.pop()?.blocks() ?? [];
      (this.#tables.at(-1)?.flow ?? this.#flow).add(...blocks);
    }
  }

  /** Words of the tables at the beginning, and of paragraphs. */
  #style(name: string, value: number | undefined): boolean {
    const { target } = this.#group;
    if (
      target === "fonts" ||
      target === "styles" ||
      target === "lists" ||
      target === "overrides" ||
      target === "created"
    ) {
      this.#define(name, value ?? 0, target);
      return true;
    }
    const paragraph = this.#paragraph;
    switch (name) {
      case "pard":
        this.#paragraph = { ...PLAIN };
        return true;
      case "s":
        paragraph.style = value;
        return true;
      case "outlinelevel":
        paragraph.outline = value;
        return true;
      case "ls":
        paragraph.list = value ?? 0;
        return true;
      case "ilvl":
        paragraph.level = Math.min(8, Math.max(0, value ?? 0));
        return true;
      case "li":
        paragraph.indent = value ?? 0;
        return true;
      case "fi":
        paragraph.first = value ?? 0;
        return true;
      case "intbl":
        paragraph.tables = Math.max(1, paragraph.tables);
        return true;
      case "itap":
        paragraph.tables = Math.min(MAX_TABLES_DEEP, Math.max(0, value ?? 0));
        return true;
      case "par":
      case "sect":
      case "page":
        if (target === "text" && (name !== "page" || this.#line.length > 0)) this.#endParagraph();
        return true;
      default:
        return false;
    }
  }

  #define(name: string, value: number, target: Target): void {
    if (target === "fonts") {
      if (name === "f") {
        this.#entry.font = value;
        this.#named = "";
        this.#fonts.set(value, { page: undefined, name: "", isSymbol: false });
        const font = value;
        this.#group.ends = () => this.#nameFont(font);
      } else if (name === "fcharset") {
        const font = this.#fonts.get(this.#entry.font);
        if (font) {
          font.page = pageOfCharset(value);
          font.isSymbol = value === 2;
        }
      }
    } else if (target === "styles") {
      if (name === "s" || name === "cs" || name === "ts" || name === "ds") {
        this.#named = "";
        this.#entry = { ...this.#entry, style: name === "s" ? value : -1, outline: undefined };
        this.#group.ends = () => {
          const { style, outline } = this.#entry;
          if (style >= 0) this.#styles.set(style, { name: this.#named.replace(/;.*$/s, "").trim(), outline });
        };
      } else if (name === "outlinelevel") this.#entry.outline = value;
    } else if (target === "lists") {
      if (name === "list") this.#levels = [];
      else if (name === "levelnfc") this.#levels.push(value);
      else if (name === "listid") this.#formats.set(value, this.#levels);
    } else if (target === "overrides") {
      if (name === "listid") this.#override = value;
      else if (name === "ls" && this.#override !== undefined) this.#overrides.set(value, this.#override);
    } else this.#about.created.set(name, value);
  }

  /** Fonts may stand in groups of their own, or one after another in one. */
  #nameFont(number: number): void {
    const font = this.#fonts.get(number);
    if (font) font.name = this.#named.replace(/;.*$/s, "").trim();
  }

  #look(name: string, value: number | undefined): void {
    const group = this.#group;
    const on = value !== 0;
    switch (name) {
      case "b":
        group.bold = on;
        break;
      case "i":
        group.italic = on;
        break;
      case "strike":
      case "striked":
        group.struck = on;
        break;
      case "super":
        group.raised = on ? "sup" : undefined;
        break;
      case "sub":
        group.raised = on ? "sub" : undefined;
        break;
      case "up":
      case "dn":
        group.raised = value === 0 ? undefined : name === "up" ? "sup" : "sub";
        break;
      case "nosupersub":
        group.raised = undefined;
        break;
      case "v":
      case "deleted":
        group.hidden = on;
        break;
      case "plain":
        Object.assign(group, {
          bold: false,
          italic: false,
          struck: false,
          raised: undefined,
          hidden: false,
          font: this.#usual,
        });
        break;
      case "f":
        group.font = value ?? 0;
        break;
      case "deff":
        this.#usual = value ?? 0;
        group.font = this.#usual;
        break;
      case "ansicpg":
        if (value) this.#page = value;
        break;
      case "mac":
        this.#page = 10_000;
        break;
      case "uc":
        group.stand = Math.min(10, Math.max(0, value ?? 1));
        break;
      case "line":
      case "lbr":
        if (group.target === "text") this.#run({ type: "break" });
        break;
      default:
    }
  }

  #endParagraph(): void {
    const line = this.#line;
    const mark = this.#mark;
    this.#line = [];
    this.#mark = "";
    const { style, outline, list, tables } = this.#paragraph;
    if (isEmpty(line)) return;
    this.#endTables(tables);
    if (tables > 0) this.#tableAt(tables);
    const flow = this.#into();
    const named = style === undefined ? undefined : this.#styles.get(style);
    const stated = HEADING.exec(named?.name ?? "")?.[1];
    const level = outline ?? (stated === undefined ? named?.outline : Number(stated) - 1);
    const isTitle = /^(?:title|titel)$/i.test(named?.name ?? "");
    if (isTitle || (level !== undefined && level >= 0 && level <= 8)) {
      const flat = line.map((node): Inline => (node.type === "break" ? { type: "text", value: " " } : node));
      flow.add({
        type: "heading",
        level: isTitle ? 1 : Math.min(6, (level ?? 0) + 1),
        children: tidy(unweighted(flat)),
      });
    } else if (list > 0) this.#item(flow, line, mark);
    else this.#text(flow, line, named?.name ?? "");
  }

  #item(flow: Flow, line: readonly Inline[], mark: string): void {
    const { list, level, indent } = this.#paragraph;
    const format = this.#formats.get(this.#overrides.get(list) ?? Number.NaN)?.[level];
    const words = mark.trim();
    const isNumbered =
      words === "" ? format !== undefined && format !== 23 && format !== 255 : /[\p{L}\d]/u.test(words);
    if (format === 255 && words === "") {
      if (flow.isInList) flow.under(level, paragraphsOf(line, true));
      else flow.add(...paragraphsOf(line, true));
      return;
    }
    const key = `${list}/${level}`;
    const stated = /^\W*(\d{1,6})\W*$/.exec(words)?.[1];
    const number = stated === undefined ? (this.#counts.get(key) ?? 0) + 1 : Number(stated);
    this.#counts.set(key, number);
    for (const other of this.#counts.keys())
      if (other.startsWith(`${list}/`) && other > key) this.#counts.delete(other);
    this.#indents[level] = indent;
    this.#indents.length = level + 1;
    flow.item({ level, list: String(list), number: isNumbered ? number : undefined }, paragraphsOf(line, true));
  }

  /** A paragraph without a list of its own: its mark may be written in it, or it goes on with the item before. */
  #text(flow: Flow, line: readonly Inline[], style: string): void {
    const { indent, first } = this.#paragraph;
    const found = first < 0 ? MARK.exec(codeTextOf(line.slice(0, 3))) : null;
    if (found) {
      while ((this.#indents.at(-1) ?? -1) > indent) this.#indents.pop();
      if ((this.#indents.at(-1) ?? -1) < indent) this.#indents.push(indent);
      const level = this.#indents.length - 1;
      const number = found[1] === undefined ? Number(found[2] ?? 1) : undefined;
      flow.item({ level, list: "", number }, paragraphsOf(withoutStart(line, found[0].length), true));
      return;
    }
    if (/^(?:quote|intense quote|quotations?|block ?quote|block text|zitat|citation)$/i.test(style)) {
      flow.quote(paragraphsOf(line, true));
      return;
    }
    if (isCodeLine(line)) {
      flow.code(codeTextOf(line));
      return;
    }
    const around =
      flow.isInList && indent > 0 ? this.#indents.findLastIndex((one) => one !== undefined && one <= indent) : -1;
    if (around >= 0) flow.under(around, paragraphsOf(line, true));
    else {
      this.#indents.length = 0;
      flow.add(...paragraphsOf(line, true));
    }
  }

  #aboutOf(): About {
    const { title, author, created } = this.#about;
    const [year, month, day] = ["yr", "mo", "dy"].map((name) => created.get(name));
    const two = (value: number) => String(value).padStart(2, "0");
    return {
      title: propertyOf(title),
      byline: propertyOf(author),
      publishedDate: year && month && day ? `${year}-${two(month)}-${two(day)}` : undefined,
    };
  }
}
