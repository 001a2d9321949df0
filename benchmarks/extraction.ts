/**
 * Word-level F1 of page extraction on WCXB (../shared/benchmarks/wcxb beside the repository) by type of page, ours and
 * plain Readability on linkedom in the same run, and milliseconds a page of both (ours with metadata, images and links).
 * Only domains that neither the model nor a rule was made from are measured (`pages("held")`).
 *
 *     node benchmarks/extraction.ts [--sample N]
 */
import { parseArgs } from "node:util";
import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import { extractPage } from "../src/extraction/extract.ts";
import { f1, hasWcxb, Means, pages, WCXB } from "../test/extraction/training/pages.ts";

function readability(html: string): string {
  try {
    return new Readability(parseHTML(html).document).parse()?.textContent ?? "";
  } catch (error) {
    // It throws on pages without a document element; they count as nothing found.
    if (error instanceof TypeError) return "";
    throw error;
  }
}

function measure(sample: number): void {
  const ours = new Means();
  const theirs = new Means();
  let measured = 0;
  let oursMs = 0;
  let theirsMs = 0;
  for (const { html, url, type, truth } of pages("held")) {
    if (measured >= sample) break;
    measured += 1;
    const begun = performance.now();
    const { text } = extractPage({ html, url, markdown: false });
    const between = performance.now();
    const other = readability(html);
    theirsMs += performance.now() - between;
    oursMs += between - begun;
    ours.add(type, f1(text, truth));
    theirs.add(type, f1(other, truth));
  }
  const readabilityOf = new Map(theirs.rows().map(({ type, mean }) => [type, mean]));
  console.log("mean F1        pages   ours  Readability");
  for (const { type, pages: count, mean } of ours.rows())
    console.log(
      `${type.padEnd(14)} ${String(count).padStart(5)}  ${mean.toFixed(3)}  ${readabilityOf.get(type)?.toFixed(3)}`,
    );
  console.log(
    `ms/page               ${(oursMs / measured).toFixed(1).padStart(5)}  ${(theirsMs / measured).toFixed(1)}`,
  );
}

const { values } = parseArgs({ options: { sample: { type: "string" } } });
if (hasWcxb()) measure(values.sample === undefined ? Number.POSITIVE_INFINITY : Number(values.sample));
else console.log(`WCXB is not at ${WCXB.pathname}: nothing to measure.`);
