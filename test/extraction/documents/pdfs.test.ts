import { readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { readBody } from "../../../src/extraction/read.ts";
import { markdownOf } from "./read.ts";

/* `source.md` by Chromium 143 (tagged, and not), LibreOffice 7.4 and WeasyPrint 57, and `source.tex` by pdfTeX. */
const fileOf = (name: string): Buffer => readFileSync(new URL(`files/${name}`, import.meta.url));

it.each(["chromium.pdf", "untagged.pdf", "libreoffice.pdf", "weasyprint.pdf"])(
  "reads %s as what it was made of",
  async (name) => {
    const markdown = await markdownOf(fileOf(name));
    for (const heading of ["# Tides and mills", "## Measured heights", "### Steps", "#### A formula"])
      expect(markdown.split("\n")).toContain(heading);
    expect(markdown).toMatch(
      /\| \**Place\** \| \**High\** \| \**Low\** \|\n\| --- \| --- \| --- \|\n\| Arda \| 4.2 \| 0.3 \|\n\| Bruna \| 3.9 \| 0.5 \|\n\| Costa/,
    );
    expect(markdown).toContain(
      "1. Open the sluice.\n\n   A second paragraph of the step.\n\n2. Read the gauge.\n\n   - at dawn\n   - at dusk\n\n3. Close it.",
    );
    expect(markdown).toMatch(/- apples\n+- pears\n+ {2}- green pears\n {2}- yellow pears\n/);
    expect(markdown).toContain(
      "*eleven* mills, of which **four** still turn. See the [register](https://mills.example/register?a=1&b=2)",
    );
    expect(markdown).toContain("H₂O rises 3 km² wide");
    expect(markdown).toContain("```\ndef tide(hour):\n    return 4.2 * hour\n```");
  },
);

it("leaves out running heads and feet, page numbers and the table of contents of pdfTeX's file", async () => {
  const markdown = await markdownOf(fileOf("latex.pdf"));
  expect(markdown).not.toMatch(/Running Head|Confidential|LISTS|Contents|^\d+$/m);
  expect([...markdown.matchAll(/^#+ .*$/gm)].map(([line]) => line)).toEqual([
    "# On Tidal Mills",
    "# 1 Introduction",
    "## 1.1 Ruled table",
    "# 2 Lists",
    "# 3 Second page",
    "# 4 Third page",
  ]);
});

it("reads tables with and without rules, notes and nested lists of pdfTeX's file", async () => {
  const markdown = await markdownOf(fileOf("latex.pdf"));
  expect(markdown).toContain(
    "| Place | High | Low |\n| --- | --- | --- |\n| Arda | 4.2 | 0.3 |\n| Bruna town | 3.9 | 0.5 |",
  );
  expect(markdown).toContain(
    "| Name | Value | Share |\n| --- | --- | --- |\n| Alpha beta | 12.5 | 3% |\n| Gamma | 7 | 44% |",
  );
  expect(markdown).toContain("eleven mills[^1] of which");
  expect(markdown).toContain("[^1]: Counted in 1871.");
  expect(markdown).toMatch(/- first thing\n- second thing .* them all\n {2}- inner\n- third\n\n1\. one\n2\. two\n/);
});

it("reads numbers without a point, spots that are drawn and heads that are as large as headings, of ReportLab's file", async () => {
  const markdown = await markdownOf(fileOf("reportlab.pdf"));
  expect(markdown).not.toMatch(/Page \d|Head line/);
  expect(markdown).toContain("| Place | High | Low |\n| --- | --- | --- |\n| Arda | 4.2 | 0.3 |");
  expect(markdown).toContain("| Name | Value |\n| --- | --- |\n| Alpha | 12 |");
  expect(markdown).toMatch(/- one\n- two\n\n1\. first\n+2\. second\n/);
});

it("reads only the pages that are asked for", async () => {
  const bytes = fileOf("latex.pdf");
  const read = await readBody({
    bytes,
    text: () => "",
    contentType: "application/pdf",
    url: "https://d.example/",
    pages: { first: 3, last: 3 },
  });
  expect(read).toMatchObject({ ok: true, page: { markdown: expect.stringContaining("Text on it.") } });
  expect(read.ok && read.page.text).not.toMatch(/estuary|More text/);
});

it("refuses a stream that inflates to more than a page needs, at once", async () => {
  const once = deflateSync(Buffer.alloc(300 * 1024 * 1024, " "), { level: 9 });
  const stream = (filter: string, data: Buffer) =>
    Buffer.concat([
      Buffer.from(`%PDF-1.4\n1 0 obj\n<< /Length ${data.length} /Filter ${filter} >>\nstream\n`),
      data,
      Buffer.from("\nendstream\nendobj\n%%EOF\n"),
    ]);
  const refused = "too-large: A stream of the PDF inflates to more than 256 MB.";
  expect(await markdownOf(stream("/FlateDecode", once))).toBe(refused);
  expect(await markdownOf(stream("[/FlateDecode /FlateDecode]", deflateSync(once, { level: 9 })))).toBe(refused);
});

it("says that a PDF is cut off or none", async () => {
  expect(await markdownOf(Buffer.from("%PDF-1.7\nwords"), "application/pdf")).toMatch(
    /^changed: The PDF cannot be read/,
  );
  expect(await markdownOf(Buffer.from("<html><p>A page under a wrong name.</p></html>"), "application/pdf")).toContain(
    "A page",
  );
});
