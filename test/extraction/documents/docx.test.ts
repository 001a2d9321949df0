import { expect, it } from "vitest";
import { markdownOf } from "./read.ts";
import { zipOf } from "./zip.ts";

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const rels = (entries: readonly (readonly [id: string, type: string, target: string, mode?: string])[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries
    .map(
      ([id, type, target, mode]) =>
        `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ""}/>`,
    )
    .join("")}</Relationships>`;

const STYLES = `<w:styles ${W}>
  <w:style w:type="paragraph" w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style>
  <w:style w:type="paragraph" w:styleId="Kapitel"><w:name w:val="Kapitel"/><w:basedOn w:val="berschrift2"/></w:style>
  <w:style w:type="paragraph" w:styleId="Eigen"><w:name w:val="Eigene Form"/><w:pPr><w:outlineLvl w:val="2"/></w:pPr></w:style>
  <w:style w:type="paragraph" w:styleId="Zitat"><w:name w:val="Quote"/></w:style>
  <w:style w:type="character" w:styleId="Versteckt"><w:name w:val="Versteckt"/><w:rPr><w:vanish/></w:rPr></w:style>
</w:styles>`;
const NUMBERING = `<w:numbering ${W}>
  <w:abstractNum w:abstractNumId="4"><w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
    <w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/><w:lvlText w:val="-"/></w:lvl></w:abstractNum>
  <w:num w:numId="7"><w:abstractNumId w:val="4"/></w:num></w:numbering>`;

const docx = (body: string, more: Readonly<Record<string, string>> = {}) =>
  zipOf({
    "_rels/.rels": rels([["a", "officeDocument", "word/document.xml"]]),
    "word/_rels/document.xml.rels": rels([
      ["s", "styles", "styles.xml"],
      ["n", "numbering", "numbering.xml"],
      ["f", "footnotes", "footnotes.xml"],
      ["h", "header", "header1.xml"],
      ["x", "hyperlink", "https://mills.example/list", "External"],
    ]),
    "word/styles.xml": STYLES,
    "word/numbering.xml": NUMBERING,
    "word/footnotes.xml": `<w:footnotes ${W}><w:footnote w:type="separator" w:id="0"><w:p><w:r><w:t>line</w:t></w:r></w:p></w:footnote>
      <w:footnote w:id="2"><w:p><w:r><w:footnoteRef/></w:r><w:r><w:t xml:space="preserve"> Begun in 1871.</w:t></w:r></w:p></w:footnote></w:footnotes>`,
    "word/header1.xml": `<w:hdr ${W}><w:p><w:r><w:t>Running head</w:t></w:r></w:p></w:hdr>`,
    "word/document.xml": `<w:document ${W} xmlns:r="${OFFICE}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml"><w:body>${body}</w:body></w:document>`,
    ...more,
  });
const p = (inner: string, properties = "") => `<w:p><w:pPr>${properties}</w:pPr>${inner}</w:p>`;
const r = (text: string, properties = "") =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const style = (id: string) => `<w:pStyle w:val="${id}"/>`;

it("finds headings by outline level, by what a style is based on and by Word's own name in any language", async () => {
  const body = [p(r("Eins"), style("berschrift2")), p(r("Zwei"), style("Kapitel")), p(r("Drei"), style("Eigen"))];
  const direct = p(r("Vier"), '<w:outlineLvl w:val="0"/>');
  expect(await markdownOf(docx([...body, direct].join("")))).toBe("## Eins\n\n## Zwei\n\n### Drei\n\n# Vier");
});

it("reads the accepted text of tracked changes, moves and deleted paragraph marks", async () => {
  const changed = p(`${r("It is ")}<w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:ins>${r("new")}</w:ins>.`);
  const moved = p(`<w:moveFrom>${r("gone")}</w:moveFrom><w:moveTo>${r("here")}</w:moveTo>`);
  const joined = p(r("One "), "<w:rPr><w:del/></w:rPr>") + p(r("line"));
  expect(await markdownOf(docx(changed + moved + joined))).toBe("It is new\n\nhere\n\nOne line");
});

it("leaves out hidden text, comments, running heads and tables of contents", async () => {
  const hidden = p(`${r("Seen")}${r(" unseen", "<w:vanish/>")}${r(" unseen", '<w:rStyle w:val="Versteckt"/>')}`);
  const comment = p(`<w:commentRangeStart w:id="1"/>${r("Text")}<w:r><w:commentReference w:id="1"/></w:r>`);
  const contents = `<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr><w:sdtContent>${p(r("Contents"))}</w:sdtContent></w:sdt>`;
  const comments = {
    "word/comments.xml": `<w:comments ${W}><w:comment w:id="1">${p(r("Really?"))}</w:comment></w:comments>`,
  };
  expect(await markdownOf(docx(hidden + contents + comment, comments))).toBe("Seen\n\nText");
});

it("follows links of relationships and of fields, and no instruction is text", async () => {
  const field = `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "https://a.example/b" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${r("there")}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
  const body = p(`<w:hyperlink r:id="x">${r("mills")}</w:hyperlink>${r(" and ")}${field}${r(".")}`);
  expect(await markdownOf(docx(body))).toBe("[mills](https://mills.example/list) and [there](https://a.example/b).");
});

it("reads a text box once, though it is there twice", async () => {
  const box = (text: string) => `<w:txbxContent>${p(r(text))}</w:txbxContent>`;
  const body = p(
    `${r("Before.")}<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>${box("In the box")}</w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>${box("In the box")}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`,
  );
  expect(await markdownOf(docx(body))).toBe("Before.\n\nIn the box");
  const old = p(`${r("Before.")}<w:r><w:pict><v:textbox>${box("Old box")}</v:textbox></w:pict></w:r>`);
  expect(await markdownOf(docx(old))).toBe("Before.\n\nOld box");
});

it("reads lists by their definitions, with start numbers and levels", async () => {
  const item = (level: number) => `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="7"/></w:numPr>`;
  const body = [p(r("three"), item(0)), p(r("inner"), item(1)), p(r("four"), item(0)), p(r("After."))];
  expect(await markdownOf(docx(body.join("")))).toBe("3. three\n   - inner\n4. four\n\nAfter.");
});

it("reads tables with spans in both directions, notes and quotations", async () => {
  const cell = (text: string, properties = "") => `<w:tc><w:tcPr>${properties}</w:tcPr>${p(r(text))}</w:tc>`;
  const table = `<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>${cell("A")}${cell("B")}${cell("C")}</w:tr>
    <w:tr>${cell("1", '<w:vMerge w:val="restart"/>')}${cell("2", '<w:gridSpan w:val="2"/>')}</w:tr>
    <w:tr>${cell("", "<w:vMerge/>")}${cell("3")}${cell("4")}</w:tr></w:tbl>`;
  const note = p(
    `${r("Said")}<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="2"/></w:r>.`,
  );
  expect(await markdownOf(docx(table + note + p(r("Quoted"), style("Zitat"))))).toBe(
    "| A | B | C |\n| --- | --- | --- |\n| 1 | 2 | 2 |\n| 1 | 3 | 4 |\n\nSaid[^1]\n\n> Quoted\n\n[^1]: Begun in 1871.",
  );
});

it("reads a part whatever its prefixes are", async () => {
  const other = `<x:document xmlns:x="http://purl.oclc.org/ooxml/wordprocessingml/main"><x:body><x:p><x:r><x:t>Strict</x:t></x:r></x:p></x:body></x:document>`;
  expect(await markdownOf(docx("", { "word/document.xml": other }))).toBe("Strict");
});

it("expands no entity and follows nothing outside", async () => {
  const evil = `<!DOCTYPE w [<!ENTITY e SYSTEM "file:///etc/passwd">]><w:document ${W}><w:body>${p(r("A&e;B"))}</w:body></w:document>`;
  expect(await markdownOf(docx("", { "word/document.xml": evil }))).toBe("A&e;B");
});
