import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readBytes } from "./read.ts";

/*
 * One source (`files/source.md`), written by pandoc 2.17, by LibreOffice 7.4 (from pandoc's HTML or slides) and, for the
 * workbook, by openpyxl 3.0. What each file should give is known from the source.
 */
const fileOf = (name: string): Buffer => readFileSync(new URL(`files/${name}`, import.meta.url));

async function pageOf(name: string) {
  const read = await readBytes(fileOf(name), "application/octet-stream", `https://d.example/${name}`);
  if (!read.ok) throw new Error(read.failure.error);
  return { ...read.page, markdown: read.page.markdown ?? "" };
}

const WORDS = `The estuary has eleven mills, of which four still turn. See the register for more.
  Water of type 3 old new_gauge() values. Open the sluice. A second paragraph of the step. Read the gauge. at dawn at dusk
  Close it. apples pears green pears yellow pears A quotation about the sea that goes on. Last paragraph of the text.`;

/** How many of the words stand in a text, in their order. */
function inOrder(text: string): number {
  const words = WORDS.match(/[\p{L}\d]+/gu) ?? [];
  let at = 0;
  let found = 0;
  for (const word of words) {
    const next = text.indexOf(word, at);
    if (next < 0) continue;
    found += 1;
    at = next + word.length;
  }
  return found / words.length;
}

const TEXTS = "pandoc.docx pandoc.odt pandoc.epub pandoc.rtf libreoffice.docx libreoffice.odt libreoffice.rtf".split(
  " ",
);
const SLIDES = ["pandoc.pptx", "libreoffice.odp"];

it.each([...TEXTS, ...SLIDES, "pandoc.ipynb"])("keeps the words of %s in order", async (name) => {
  expect(inOrder((await pageOf(name)).text)).toBe(1);
});

it.each(TEXTS)("keeps the headings, lists, tables, links and code of %s", async (name) => {
  const { markdown, links } = await pageOf(name);
  expect([...markdown.matchAll(/^#+ .*$/gm)].map(([line]) => line)).toEqual(
    expect.arrayContaining(["# Tides and mills", "## Measured heights", "### Steps", "#### A formula"]),
  );
  expect(markdown).toMatch(
    /^\| \**Place\** \| \**High\** \| \**Low\** \|\n\|.*\n\| Arda \| 4.2 \| 0.3 \|\n\| Bruna \| 3.9/m,
  );
  expect(markdown).toContain(
    "1. Open the sluice.\n\n   A second paragraph of the step.\n\n2. Read the gauge.\n\n   - at dawn",
  );
  expect(markdown).toMatch(/- apples\n- pears\n {2}- green pears\n/);
  expect(markdown).toContain("[register](https://mills.example/register?a=1&b=2)");
  expect(links.map(({ url }) => url)).toContain("https://mills.example/register?a=1&b=2");
  expect(markdown).toMatch(/```(?:python)?\ndef tide\(hour\):\n {4}return 4.2 \* hour\n```/);
  expect(markdown).toMatch(/\*eleven\* mills, of which \*\*four\*\* still/);
});

it.each(["pandoc.docx", "pandoc.odt", "pandoc.epub", "pandoc.rtf"])("ties the note of %s to its text", async (name) => {
  const { markdown } = await pageOf(name);
  expect(markdown).toContain("for more.[^1]");
  expect(markdown).toContain("[^1]: The register was begun in 1871 by *hand*.");
});

it.each(["pandoc.docx", "pandoc.odt", "pandoc.epub"])("reads the formulas of %s", async (name) => {
  const { markdown } = await pageOf(name);
  expect(markdown).toMatch(/The energy \$E ?= ?m ?c\^\{?2\}?\$ stands here\./);
  expect(markdown).toMatch(/\$\$\n\\int_\{?0\}?\^\{?1\}? ?x\^\{?2\}? ?d ?x = \\frac\{1\}\{3\}\n\$\$/);
});

it.each(["pandoc.docx", "pandoc.odt", "pandoc.epub", "libreoffice.odt", "libreoffice.rtf", "pandoc.pptx"])(
  "knows who wrote %s, and what it is called",
  async (name) => expect(await pageOf(name)).toMatchObject({ title: "The Harbour Survey", byline: "Ines Duarte" }),
);

it.each(SLIDES)("makes a heading of each slide's title of %s, and keeps its lists and tables", async (name) => {
  const { markdown } = await pageOf(name);
  expect(markdown).toMatch(/^# The Harbour Survey\n\nInes Duarte\n\n## Tides and mills\n/);
  expect(markdown).toContain("| Place | High | Low |\n| --- | --- | --- |\n| Arda | 4.2 | 0.3 |");
  expect(markdown).toContain("- apples\n- pears\n  - green pears\n  - yellow pears");
});

it.each(["openpyxl.xlsx", "libreoffice.ods"])(
  "shows the cells of %s as they are formatted, but no hidden sheet",
  async (name) => {
    const { markdown } = await pageOf(name);
    expect(markdown).toBe(`## Sales

| Place | Date | Amount | Share | Site |
| --- | --- | --- | --- | --- |
| Arda | 2024-03-05 | 1,234.50 | 25.6% | [site](https://arda.example/a) |
| Bruna \\| x | 2024-03-06 10:30:00 | 7 | 1 |  |

|  |  |  |
| --- | --- | --- |
| Merged | Merged | 3 |
| a | b | TRUE |`);
  },
);

it.each(["pandoc.docx", "libreoffice.odt", "pandoc.epub", "openpyxl.xlsx", "pandoc.rtf"])(
  "says why %s cannot be read where it is cut off",
  async (name) => {
    const whole = fileOf(name);
    const read = await readBytes(whole.subarray(0, Math.floor(whole.length * 0.8)));
    expect(read).toMatchObject({ ok: false, failure: { code: "changed", error: expect.stringContaining("cut off") } });
  },
);
