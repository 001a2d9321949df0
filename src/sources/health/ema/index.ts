import { mergeMap, take } from "rxjs";
import { z } from "zod";
import { defineSource } from "../../define.ts";
import { cachedReader } from "../../kit/compose/cached-reader.ts";
import { json } from "../../kit/readers/json.ts";
import { BROWSER } from "../../kit/requests/as-browser.ts";
import { atcIn } from "../../kit/requests/atc.ts";
import { text } from "../../kit/requests/query.ts";
import { get } from "../../kit/requests/request.ts";
import { IsoDate } from "../../kit/values/fields.ts";
import { saysAll } from "../../kit/values/text.ts";
import type { ReadContext, Reader } from "../../source.ts";
import { DrugFields, HealthItem } from "../item.ts";
import { Letter, letterOf, Medicine, medicineOf, Referral, referralOf, Shortage, SITE, shortageOf } from "./record.ts";

/*
 * The agency's lists of all medicines, safety letters (DHPC), shortages and referrals: one file each, written twice a day.
 * Read by their documentation, and without a recording of them.
 */

const DAY_MS = 86_400_000;
const PER_PAGE = 20;

const Options = z.object({
  mode: z
    .enum(["medicines", "letters", "shortages", "referrals"])
    .default("medicines")
    .describe("medicines; safety letters to doctors; shortages; or reviews of safety and use"),
});

interface Asked extends z.output<typeof Options> {
  readonly text: string;
}

/** What a list is searched by. */
interface Searched {
  readonly title: string;
  readonly name?: string | undefined;
  readonly inn?: string | undefined;
  readonly substances?: readonly string[] | undefined;
  readonly therapeuticAreas?: readonly string[] | undefined;
  readonly indication?: string | undefined;
  readonly atc?: string | undefined;
}

/** What has the code, or the words: in its names first, then in what it is for. */
function best<Out extends Searched>(all: readonly Out[], words: string): readonly Out[] {
  const code = atcIn(words);
  if (code) return all.filter(({ atc }) => atc === code);
  const names = ({ title, name, inn, substances = [] }: Searched) => [title, name, inn, ...substances];
  const named = all.filter((one) => saysAll(words, ...names(one)));
  const already = new Set<Searched>(named);
  const written = all.filter((one) => saysAll(words, ...names(one), ...(one.therapeuticAreas ?? []), one.indication));
  return [...named, ...written.filter((one) => !already.has(one))];
}

/** Reads a list that is held whole for a day; some of them come without an envelope. */
function listed<Row, Out extends Searched>(file: string, row: z.ZodType<Row>, item: (row: Row) => Out) {
  const whole: Reader<object, Out[]> = cachedReader(
    DAY_MS,
    json({
      request: () => get(`${SITE}/en/documents/report/${file}`),
      body: z.preprocess((body) => (Array.isArray(body) ? { data: body } : body), z.object({ data: z.array(row) })),
      items: ({ data }) => [data.map(item)],
    }),
    true,
  );
  return ({ text: words }: Asked, context: ReadContext) =>
    whole({}, context).pipe(
      mergeMap((all) => best(all, words)),
      take(context.pages * PER_PAGE),
    );
}

const LISTS = {
  medicines: listed("medicines-output-medicines_json-report_en.json", Medicine, medicineOf),
  letters: listed("dhpc-output-json-report_en.json", Letter, letterOf),
  shortages: listed("shortages-output-json-report_en.json", Shortage, shortageOf),
  referrals: listed("referrals-output-json-report_en.json", Referral, referralOf),
};

const Known = z.string().optional();
const Flag = z.boolean().optional();

export const ema = defineSource({
  id: "ema",
  title: "European Medicines Agency",
  docs: "https://www.ema.europa.eu/en/about-us/about-website/download-website-data-json-data-format",
  evidence: "documentation",
  terms: "to be reused with the source named; its files are kept for a day",
  query: text("a medicine, a substance, its ATC code, or words of what it is for, in English", "semaglutide", Options),
  item: HealthItem.extend({
    ...DrugFields,
    inn: Known.describe("international non-proprietary or common name"),
    indication: Known,
    category: Known.describe("Human, Veterinary"),
    therapeuticAreas: z.array(z.string()).optional().describe("medical subject headings"),
    atc: Known,
    pharmacologicalGroup: Known,
    additionalMonitoring: Flag.describe("the black triangle"),
    biosimilar: Flag,
    conditionalApproval: Flag,
    exceptionalCircumstances: Flag,
    generic: Flag.describe("generic or hybrid"),
    orphan: Flag,
    priority: Flag,
    patientSafety: Flag,
    outcome: Known.describe("of a safety letter: what the agency did"),
    strengths: Known.describe("that are short"),
    alternatives: Known.describe("of a shortage: whether there are any"),
    until: IsoDate.optional().describe("when a shortage should end"),
    safety: Flag.describe("of a referral: whether it is about safety"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000, userAgent: BROWSER },
  read: (asked, context) => LISTS[asked.mode](asked, context),
});
