import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Readability } from "@mozilla/readability";
import { Defuddle } from "defuddle/node";
import { parseHTML } from "linkedom";
import TurndownService from "turndown";
import { gfm } from "turndown-plugin-gfm";
import { extractPage } from "../src/extraction/extract.ts";

/*
 * The cases of ../shared/benchmarks/markdown that a converter of HTML can see: how many come out right, and milliseconds a
 * page (the median of ROUNDS, after one to warm up), by this project, by Defuddle and by Readability with Turndown, the
 * latter two on linkedom. It fails where not all of this project's hold.
 */
const FOLDER = join(import.meta.dirname, "../../shared/benchmarks/markdown");
const ROUNDS = 5;

interface Case {
  readonly name: string;
  readonly url: string;
  readonly peers?: boolean;
  readonly pages: Readonly<Record<string, { readonly body: unknown }>>;
}

/** What the benchmark's own runner gives. */
interface Runner {
  load(places: readonly string[], only?: RegExp): Promise<{ readonly cases: readonly Case[] }>;
  judge(one: Case, answer: { markdown: string; text: string; status: number; answer: object }): readonly string[];
}

interface Kit {
  flat(markdown: string): string;
}

type Converter = (html: string, url: string) => Promise<string> | string;

const turndown = new TurndownService({ headingStyle: "atx", codeBlockStyle: "fenced", bulletListMarker: "-" });
turndown.use(gfm);

async function defuddled(html: string, url: string): Promise<string> {
  const { document } = parseHTML(html);
  const quiet = console.log;
  // It says on the way what it does.
  console.log = () => undefined;
  try {
    return (await Defuddle(document, url, { markdown: true, useAsync: false })).content ?? "";
  } finally {
    console.log = quiet;
  }
}

const CONVERTERS: Readonly<Record<string, Converter>> = {
  ours: (html, url) => extractPage({ html, url }).markdown ?? "",
  defuddle: defuddled,
  "readability + turndown": (html) => {
    const article = new Readability(parseHTML(html).document).parse();
    return article?.content ? turndown.turndown(article.content) : "";
  },
};

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

if (!existsSync(FOLDER)) {
  console.log(`${FOLDER} is not there: nothing is measured.`);
  process.exit(0);
}
const runner: Runner = await import(pathToFileURL(join(FOLDER, "run.mjs")).href);
const kit: Kit = await import(pathToFileURL(join(FOLDER, "cases/_kit.mjs")).href);
const { cases } = await runner.load([join(FOLDER, "cases")]);
const seen = cases.filter(({ peers }) => peers !== false);
let failed = false;
for (const [name, convert] of Object.entries(CONVERTERS)) {
  let right = 0;
  const times: number[] = [];
  for (const one of seen) {
    const html = String(one.pages[one.url]?.body ?? "");
    const rounds: number[] = [];
    let markdown = "";
    try {
      for (let round = 0; round <= ROUNDS; round += 1) {
        const begin = performance.now();
        markdown = await convert(html, one.url);
        if (round > 0) rounds.push(performance.now() - begin);
      }
    } catch (error) {
      console.log(`  ${name} cannot read "${one.name}": ${error instanceof Error ? error.message : String(error)}`);
    }
    if (rounds.length > 0) times.push(median(rounds));
    const faults = markdown
      ? runner.judge(one, { markdown, text: kit.flat(markdown), status: 200, answer: {} })
      : ["nothing"];
    if (faults.length === 0) right += 1;
    else if (name === "ours") console.log(`  ours fails "${one.name}": ${faults.join("; ")}`);
  }
  failed ||= name === "ours" && right < seen.length;
  const mean = times.reduce((sum, one) => sum + one, 0) / times.length;
  console.log(`${name.padEnd(24)} ${right} of ${seen.length} right, ${mean.toFixed(1)} ms a page`);
}
process.exit(failed ? 1 : 0);
