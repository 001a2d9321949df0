import { randomBytes } from "node:crypto";

/** A PDF of so many pages of text, and of bytes that no page shows, as fonts and pictures would be. */
export function pdfOf({ pages, ballastBytes }: { readonly pages: number; readonly ballastBytes: number }): Buffer {
  const lines = Array.from(
    { length: 40 },
    (_, at) => `(Line ${at} of a page tells of rivers and of weirs.) Tj 0 -16 Td`,
  );
  const content = `BT /F 11 Tf 40 760 Td ${lines.join(" ")} ET`;
  const first = 4;
  const objects: (string | Buffer)[] = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${Array.from({ length: pages }, (_, at) => `${first + 2 + at} 0 R`).join(" ")}] /Count ${pages} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    Buffer.concat([
      Buffer.from(`<< /Length ${ballastBytes} >>\nstream\n`),
      randomBytes(ballastBytes),
      Buffer.from("\nendstream"),
    ]),
    ...Array.from(
      { length: pages },
      () =>
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F 3 0 R >> >> /Contents ${first} 0 R >>`,
    ),
  ];
  const parts: Buffer[] = [Buffer.from("%PDF-1.4\n")];
  const places: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (part: Buffer): void => {
    parts.push(part);
    length += part.length;
  };
  for (const [index, object] of objects.entries()) {
    places.push(length);
    add(Buffer.from(`${index + 1} 0 obj\n`));
    add(Buffer.from(object));
    add(Buffer.from("\nendobj\n"));
  }
  const at = length;
  const rows = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  add(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
