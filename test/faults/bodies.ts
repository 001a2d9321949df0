/* Hostile documents, the shorter the worse. */

/** A PDF of numbered objects, `1 0 obj` first, with its cross-reference table; object 1 is the catalog. */
function pdf(objects: readonly string[]): string {
  let text = "%PDF-1.4\n";
  const places: number[] = [];
  for (const [index, object] of objects.entries()) {
    places.push(text.length);
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const rows = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  return `${text}xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
}

const stream = (dictionary: string, content: string): string =>
  `<< ${dictionary} /Length ${content.length} >>\nstream\n${content}\nendstream`;

/** One page whose contents are the same stream again and again. */
export function pdfOfRepeatedContents(times: number): string {
  const page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F 5 0 R >> >>";
  const font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";
  return pdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `${page} /Contents [${"4 0 R ".repeat(times)}] >>`,
    stream("", `BT /F 9 Tf ${"(some words of text) Tj 1 1 Td ".repeat(200)}ET`),
    font,
  ]);
}

/** Forms that each show the next one ten times: ten to the power of their number. */
export function pdfOfExpandingForms(levels: number): string {
  const form = (next: number, content: string): string =>
    stream(
      `/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << /XObject << /N ${next} 0 R >> /Font << /F 5 0 R >> >>`,
      content,
    );
  const forms = Array.from({ length: levels }, (_, level) => form(level + 7, "/N Do ".repeat(10)));
  return pdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /XObject << /N 6 0 R >> >> /Contents 4 0 R >>",
    stream("", "/N Do"),
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...forms,
    form(5, "BT /F 9 Tf (some words of text) Tj ET"),
  ]);
}

/** One page of graphics states that are saved and never restored. */
export const pdfOfNestedStates = (states: number): string =>
  pdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F 5 0 R >> >> /Contents 4 0 R >>",
    stream("", `${"q ".repeat(states)}BT /F 9 Tf (some words of text) Tj ET`),
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ]);

/** A page of many paragraphs, each with an attribute. */
export const pageOf = (paragraphs: number): string =>
  `<!doctype html><title>Long</title><body>${"<p class=a>some words that say little, and a comma".repeat(paragraphs)}`;

/** A JSON Feed of one entry with so many tags. */
export const feedOfTags = (tags: number): string =>
  `{"version":"https://jsonfeed.org/version/1.1","title":"x","items":[{"id":1,"tags":[${'"",'.repeat(tags)}""]}]}`;

/** A page that declares a feed of a type that begins with many semicolons. */
export const pageOfSemicolons = (semicolons: number): string =>
  `<html><link rel="alternate" href="/feed" type="${";".repeat(semicolons)}\nx"></html>`;

/** An RSS feed of so many entries that say next to nothing. */
export const feedOfEntries = (entries: number): string =>
  `<rss><channel><title>x</title>${"<item><title>a</title></item>".repeat(entries)}</channel></rss>`;

/** A feed with many namespaces, and as many elements that each declare one more. */
export function feedOfNamespaces(namespaces: number): string {
  const declared = Array.from({ length: namespaces }, (_, at) => `xmlns:a${at}="b"`).join(" ");
  return `<rss><channel ${declared}><title>x</title>${'<item xmlns:z="c"><z:a/></item>'.repeat(namespaces)}</channel></rss>`;
}

/** Elements in one another, none of them ever closed. */
export const nested = (elements: number): string => "<a>".repeat(elements);

/** A list of so many elements that stand beside one another. */
export const siblings = (elements: number): string => `<ul>${"<li>a</li>".repeat(elements)}</ul>`;

/** Pages of some `bytes` each, in twenty shapes that parsers and selectors are slow at. */
export function hostilePages(bytes: number): Readonly<Record<string, string>> {
  const full = (piece: string): string => piece.repeat(Math.max(1, Math.floor(bytes / piece.length)));
  const numbered = (piece: (n: number) => string): string => {
    const pieces: string[] = [];
    for (let size = 0, n = 0; size < bytes; n += 1) {
      const next = piece(n);
      pieces.push(next);
      size += next.length;
    }
    return pieces.join("");
  };
  return {
    "character references": `<title>x</title><p>${full("&amp;")}`,
    "references that are none": `<p>${full("&amp")}${full("&notit;")}`,
    "attributes of one element": `<p ${numbered((n) => `a${n} `)}>x`,
    "long attribute values": `<a href="${full("x")}">x</a>`,
    paragraphs: full("<p class=a>some words"),
    "open elements": full("<div>"),
    "open formatting elements": numbered((n) => `<b a=${n}>`),
    "misnested formatting": full("<a><b></a></b>"),
    "formatting that each paragraph opens again": `${numbered((n) => `<b a=${n}>`).slice(0, bytes / 3)}${full("<p>x").slice(0, (bytes * 2) / 3)}`,
    "tables in tables": full("<table><tr><td>"),
    "texts that tables may not hold": `<table>${full("x<tr>")}`,
    "templates in templates": full("<template>"),
    "options and groups": `<select>${full("<option>a<optgroup>")}`,
    comments: full("<!-- x -->"),
    "a comment that never ends": `<!--${full("-->!--".slice(3))}`,
    "a script that never ends": `<script>${full("<!--<script>")}`,
    links: numbered((n) => `<a href="/${n}">a</a>`),
    headings: full("<h1>a</h1><h2>b</h2>"),
    "scripts of data": full('<script type="application/ld+json">{"@type":"A"}</script>'),
    "nested data": `<script type="application/ld+json">${'{"a":'.repeat(Math.floor(bytes / 5))}</script>`,
    "properties in one another": full("<div itemscope itemprop=a>"),
  };
}
