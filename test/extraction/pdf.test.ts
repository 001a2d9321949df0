import { expect, it } from "vitest";
import { MAX_PDF_BYTES } from "../../src/extraction/pdf/read.ts";
import { readBody } from "../../src/extraction/read.ts";

/** A PDF with a page for each list of lines, its cross-reference table in order. */
function pdf(pages: readonly (readonly string[])[], info: string): Uint8Array {
  const first = 5;
  const kids = pages.map((_, index) => `${first + index * 2} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    `<< ${info} >>`,
    ...pages.flatMap((lines, index) => {
      const content = `BT /F1 12 Tf 14 TL 72 720 Td ${lines.map((line) => `(${line}) Tj T*`).join(" ")} ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${first + index * 2 + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const xref = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("")}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${xref}\n%%EOF\n`;
  return Uint8Array.from(Buffer.from(file, "latin1"));
}

const url = "https://a.example/mills.pdf";
const read = (bytes: Uint8Array) => readBody({ bytes, text: () => "", contentType: "application/octet-stream", url });

it("reads a PDF's pages, title, author and date", async () => {
  const bytes = pdf(
    [["Tidal mills of the estu-", "ary, a survey."], ["The second page."]],
    "/Title (Tidal mills) /Author (Ines Duarte) /CreationDate (D:20240305093000+01'00')",
  );
  const before = Uint8Array.from(bytes);
  expect(await read(bytes)).toEqual({
    ok: true,
    page: {
      url,
      title: "Tidal mills",
      byline: "Ines Duarte",
      publishedDate: "2024-03-05T09:30:00+01:00",
      text: "Tidal mills of the estuary, a survey.\n\nThe second page.",
      markdown: "Tidal mills of the estuary, a survey.\n\nThe second page.",
      images: [],
      links: [],
    },
  });
  expect(bytes).toEqual(before);
});

it("has no title, author or date where the file has none", async () => {
  const outcome = await read(pdf([["Words."]], "/Title () /CreationDate (soon)"));
  expect(outcome).toEqual({ ok: true, page: { url, text: "Words.", markdown: "Words.", images: [], links: [] } });
});

it("says that a PDF of images has no text", async () => {
  expect(await read(pdf([[]], ""))).toMatchObject({ ok: false, failure: { code: "empty" } });
});

it("says that a broken PDF cannot be read", async () => {
  const outcome = await read(new TextEncoder().encode("%PDF-1.7\nnothing of the kind"));
  expect(outcome).toMatchObject({
    ok: false,
    failure: { code: "changed", error: expect.stringContaining("cannot be read") },
  });
});

it("refuses a PDF that is too large", async () => {
  const bytes = new Uint8Array(MAX_PDF_BYTES + 1);
  bytes.set(new TextEncoder().encode("%PDF-1.7"));
  expect(await read(bytes)).toMatchObject({ ok: false, failure: { code: "too-large" } });
});
