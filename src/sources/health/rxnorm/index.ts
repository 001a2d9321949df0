import { z } from "zod";
import type { HttpRequest } from "../../../upstream/types.ts";
import { defineSource } from "../../define.ts";
import { distinctBy } from "../../kit/compose/distinct.ts";
import { branch, concurrentSteps, onEmpty } from "../../kit/compose/steps.ts";
import { json } from "../../kit/readers/json.ts";
import { query } from "../../kit/requests/query.ts";
import { get } from "../../kit/requests/request.ts";
import { changed, type Judge } from "../../kit/responses/answer.ts";
import { upstreamMessage } from "../../kit/responses/refusals.ts";
import { DrugFields, HealthItem } from "../item.ts";
import { type WordsOrRxcui, wordsOrRxcui } from "../rxcui.ts";
import { Answer, type AtcClass, conceptsIn, itemOf } from "./answer.ts";

/* Names of medicines as RxNorm knows them, by the interfaces of RxNav and RxClass. */

const API = "https://rxnav.nlm.nih.gov/REST";

const Options = z.object({
  mode: z
    .enum(["names", "alternatives"])
    .default("names")
    .describe("its names; or other substances of the same ATC class"),
});

interface Asked extends z.output<typeof Options>, WordsOrRxcui {}

/** Some calls say so in plain words under 404; an address that is gone says more. */
const notKnown: Judge = (response) =>
  response.status === 404 && /^not found\.?$/i.test(upstreamMessage(response) ?? "") ? "empty" : undefined;

const reading = <Input, Out>(
  request: (input: Input) => HttpRequest,
  items: (answer: Answer, input: Input) => readonly Out[],
) =>
  json({
    request,
    judge: notKnown,
    body: Answer,
    refused: (body, { status }) => {
      if (status !== 200) return undefined;
      const known = z.record(z.string(), z.unknown()).safeParse(body).data;
      const names = Object.keys(known ?? {});
      return known && names.length > 0 && !names.some((name) => name in Answer.shape)
        ? changed("rxnorm", `only ${names[0]}`)
        : undefined;
    },
    items,
  });

const items = (answer: Answer) => conceptsIn(answer).map((concept) => itemOf(concept));

const byName = reading(({ text: name }: Asked) => get(`${API}/drugs.json`, { name }), items);

const alike = reading(
  ({ text: term }: Asked) => get(`${API}/approximateTerm.json`, { term, maxEntries: 10, option: 1 }),
  items,
);

const related = reading(
  ({ rxcui }: Asked) => get(`${API}/rxcui/${rxcui}/related.json`, { tty: "IN PIN BN SBD SCD" }),
  items,
);

const numbered = reading(
  ({ text: name }: Asked) => get(`${API}/rxcui.json`, { name, search: 2 }),
  ({ idGroup }) => (idGroup?.rxnormId ?? []).slice(0, 1).map((rxcui) => ({ rxcui })),
);

/** Classes are told of substances, not of brands and products. */
const ingredients = reading(
  ({ rxcui }: { readonly rxcui: string }) => get(`${API}/rxcui/${rxcui}/related.json`, { tty: "IN" }),
  (answer) => conceptsIn(answer).map(({ rxcui }) => ({ rxcui })),
);

const classes = distinctBy(
  ({ classId }: AtcClass) => classId,
  reading(
    ({ rxcui }: { readonly rxcui: string }) => get(`${API}/rxclass/class/byRxcui.json`, { rxcui, relaSource: "ATC" }),
    ({ rxclassDrugInfoList }) =>
      (rxclassDrugInfoList?.rxclassDrugInfo ?? []).map(({ rxclassMinConceptItem: { classId, className } }) => ({
        classId,
        className: className ?? classId,
      })),
  ),
);

const members = reading(
  ({ classId }: AtcClass) => get(`${API}/rxclass/classMembers.json`, { classId, relaSource: "ATC" }),
  (answer, among) => conceptsIn(answer).map((concept) => itemOf(concept, among)),
);

const inClass = concurrentSteps(1, ingredients, concurrentSteps(1, classes, members));

const alternatives = branch(
  ({ rxcui }: Asked) => rxcui !== undefined,
  ({ rxcui = "" }: Asked, context) => inClass({ rxcui }, context),
  concurrentSteps(1, numbered, inClass),
);

const names = branch(({ rxcui }: Asked) => rxcui !== undefined, related, onEmpty(byName, alike));

const Known = z.string().optional();

export const rxnorm = defineSource({
  id: "rxnorm",
  title: "RxNorm (RxNav)",
  docs: "https://lhncbc.nlm.nih.gov/RxNav/APIs/RxNormAPIs.html",
  terms: "public domain; 20 requests a second an address",
  query: query({
    describe: "a medicine, a brand or a substance in English; or rxcui:6809",
    example: "metformin",
    options: Options,
    parse: (q, options): Asked => ({ ...options, ...wordsOrRxcui(q) }),
  }),
  item: HealthItem.extend({
    ...DrugFields,
    rxcui: z.string().describe("RxNorm's number"),
    tty: Known.describe(
      "IN substance, PIN salt, BN brand, SCD generic product, SBD branded product, GPCK and BPCK packs",
    ),
    brand: Known,
    language: Known,
    suppressed: z.boolean().optional().describe("no longer current"),
    matchScore: z.number().optional().describe("of a name that is only alike"),
    rank: z.number().optional(),
    atc: Known.describe("the ATC class that it shares with what was asked for"),
    className: Known,
  }),
  polite: { concurrency: 2, minIntervalMs: 60 },
  read: distinctBy(
    ({ rxcui }) => rxcui,
    branch(({ mode }: Asked) => mode === "alternatives", alternatives, names),
  ),
});
