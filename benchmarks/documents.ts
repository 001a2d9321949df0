import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readBody } from "../src/extraction/read.ts";

/*
 * The documents of test/extraction/documents/files, each of which was made of `source.md` by an independent tool: the
 * share of the source's words that stand in order, of its headings, cells, list items and links that are kept as such, and
 * milliseconds (the median of ROUNDS, warm). Slides have fewer headings than their source, and no level of lists in PDFs of them.
 */
const FOLDER = join(import.meta.dirname, "../test/extraction/documents/files");
const ROUNDS = 5;
const HEADINGS = ["Tides and mills", "Measured heights", "Steps", "A formula"];
const CELLS = "Place High Low Arda 4.2 0.3 Bruna 3.9 0.5 Costa 4.4 0.1".split(" ");
const ITEMS = [
  "Open the sluice.",
  "Read the gauge.",
  "at dawn",
  "at dusk",
  "Close it.",
  "apples",
  "pears",
  "green pears",
];
const LINKS = ["https://mills.example/register?a=1&b=2"];
const WORDS = `Tides and mills The estuary has eleven mills, of which four still turn. See the register for more. Measured heights
  Water of type rises 3 wide, with old new_gauge() values. ${CELLS.join(" ")} Steps Open the sluice. A second paragraph of the step.
  Read the gauge. at dawn at dusk Close it. apples pears green pears yellow pears A quotation about the sea that goes on.
  def tide hour return 4.2 hour A formula The energy stands here. Last paragraph of the text.`;

/** The share of words that stand in a text in their order (longest common subsequence). */
function inOrder(text: string): number {
  const wanted = WORDS.match(/[\p{L}\d]+/gu) ?? [];
  const found = text.match(/[\p{L}\d]+/gu) ?? [];
  let before = new Uint32Array(found.length + 1);
  for (const word of wanted) {
    const row = new Uint32Array(found.length + 1);
    for (let at = 1; at <= found.length; at += 1)
      row[at] = found[at - 1] === word ? (before[at - 1] ?? 0) + 1 : Math.max(before[at] ?? 0, row[at - 1] ?? 0);
    before = row;
  }
  return (before[found.length] ?? 0) / wanted.length;
}

const share = (wanted: readonly string[], holds: (one: string) => boolean): string =>
  (wanted.filter(holds).length / wanted.length).toFixed(2);

const bare = (text: string): string => text.replaceAll(/[*`\\]/g, "");

console.log("file                words  headings cells  items  links  ms");
for (const file of readdirSync(FOLDER)) {
  if (/^source\.|\.(?:xlsx|ods)$|^(?:latex|reportlab)\.pdf$/.test(file)) continue;
  const bytes = readFileSync(join(FOLDER, file));
  const body = { bytes, text: () => bytes.toString(), contentType: undefined, url: `https://d.example/${file}` };
  const times: number[] = [];
  let markdown = "";
  for (let round = 0; round <= ROUNDS; round += 1) {
    const begin = performance.now();
    const read = await readBody(body);
    times.push(performance.now() - begin);
    if (!read.ok) throw new Error(`${file}: ${read.failure.error}`);
    markdown = read.page.markdown ?? "";
  }
  const lines = bare(markdown).split("\n");
  const cells = new Set(
    lines.filter((line) => line.startsWith("|")).flatMap((line) => line.split("|").map((one) => one.trim())),
  );
  const row = [
    inOrder(bare(markdown)).toFixed(3),
    share(HEADINGS, (one) => lines.some((line) => /^#+ /.test(line) && line.replace(/^#+ /, "") === one)),
    share(CELLS, (one) => cells.has(one)),
    share(ITEMS, (one) => lines.some((line) => /^\s*(?:[-*]|\d+[.)])\s/.test(line) && line.trim().endsWith(` ${one}`))),
    share(LINKS, (one) => markdown.includes(`](${one})`)),
    (times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN).toFixed(1),
  ];
  console.log(`${file.padEnd(18)} ${row.map((one) => one.padStart(6)).join(" ")}`);
}
