import { z } from "zod";
import type { HttpRequest } from "../../upstream/types.ts";
import { defineSource } from "../define.ts";
import { changed, emptyOn } from "../kit/answers/answer.ts";
import { qualifiersIn } from "../kit/ask/qualifiers.ts";
import { query } from "../kit/ask/query.ts";
import { get } from "../kit/ask/request.ts";
import { once } from "../kit/compose/once.ts";
import { either, fanned, orElse } from "../kit/compose/steps.ts";
import { figure, json, listOf } from "../kit/readers/json.ts";
import { DrugFields, HealthItem } from "./item.ts";

/* Names of medicines as RxNorm knows them, by the interfaces of RxNav and RxClass. */

const API = "https://rxnav.nlm.nih.gov/REST";

const Options = z.object({
  mode: z
    .enum(["names", "alternatives"])
    .default("names")
    .describe("its names; or other substances of the same ATC class"),
});

interface Asked extends z.output<typeof Options> {
  readonly text: string;
  readonly rxcui?: string | undefined;
}

const Text = z.string().nullish();
const Number_ = z.union([z.string(), z.number().transform(String)]);

const Concept = z.object({
  rxcui: Number_,
  name: Text,
  synonym: Text,
  tty: Text,
  language: Text,
  suppress: Text,
  score: figure,
  rank: figure,
});
type Concept = z.output<typeof Concept>;

const Group = z.object({ conceptGroup: listOf(z.object({ conceptProperties: listOf(Concept) })) }).nullish();

/** What any of the calls answers; nothing found is a group without concepts, or {}. */
const Answer = z.object({
  drugGroup: Group,
  relatedGroup: Group,
  approximateGroup: z.object({ candidate: listOf(Concept) }).nullish(),
  drugMemberGroup: z.object({ drugMember: listOf(z.object({ minConcept: Concept })) }).nullish(),
  idGroup: z.object({ rxnormId: listOf(Number_) }).nullish(),
  rxclassDrugInfoList: z
    .object({
      rxclassDrugInfo: listOf(
        z.object({ rxclassMinConceptItem: z.object({ classId: z.string(), className: Text, classType: Text }) }),
      ),
    })
    .nullish(),
});

/** The concepts of an answer, whichever call it answers; candidates come once for each of their spellings. */
function conceptsIn(answer: z.output<typeof Answer>): Concept[] {
  const { drugGroup, relatedGroup, approximateGroup, drugMemberGroup } = answer;
  const grouped = [drugGroup, relatedGroup].flatMap((group) => group?.conceptGroup ?? []);
  return [
    ...grouped.flatMap(({ conceptProperties }) => conceptProperties),
    ...(approximateGroup?.candidate ?? []).toSorted((a, b) => Number(Boolean(b.name)) - Number(Boolean(a.name))),
    ...(drugMemberGroup?.drugMember ?? []).map(({ minConcept }) => minConcept),
  ];
}

const reading = <Input, Out>(
  request: (input: Input) => HttpRequest,
  items: (answer: z.output<typeof Answer>, input: Input) => readonly Out[],
) =>
  json({
    request,
    judge: emptyOn(404),
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

interface AtcClass {
  readonly classId: string;
  readonly className: string;
}

/** A brand stands in brackets at the end of a product's name. */
const brandIn = (name: string | null | undefined): string | undefined =>
  /\[([^\][]{1,200})\]\s*$/.exec(name ?? "")?.[1];

function itemOf(concept: Concept, among?: AtcClass) {
  const { rxcui, name, tty, suppress } = concept;
  return {
    title: name || `RxCUI ${rxcui}`,
    url: `https://mor.nlm.nih.gov/RxNav/search?searchBy=RXCUI&searchTerm=${encodeURIComponent(rxcui)}`,
    snippet: concept.synonym,
    id: rxcui,
    rxcui,
    name,
    tty,
    brand: tty === "BN" ? name : brandIn(name),
    substances: name && /^(?:IN|PIN|MIN)$/.test(tty ?? "") ? name.split(" / ") : undefined,
    status: suppress == null ? undefined : suppress === "N" ? "active" : "suppressed",
    language: concept.language,
    suppressed: suppress == null ? undefined : suppress !== "N",
    matchScore: concept.score,
    rank: concept.rank,
    atc: among?.classId,
    className: among?.className,
  };
}

const items = (answer: z.output<typeof Answer>) => conceptsIn(answer).map((concept) => itemOf(concept));

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

const classes = once(
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

const inClass = fanned(1, ingredients, fanned(1, classes, members));

const alternatives = either(
  ({ rxcui }: Asked) => rxcui !== undefined,
  ({ rxcui = "" }: Asked, context) => inClass({ rxcui }, context),
  fanned(1, numbered, inClass),
);

const names = either(({ rxcui }: Asked) => rxcui !== undefined, related, orElse(byName, alike));

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
    parse: (q, options): Asked => {
      const { text, said } = qualifiersIn(q, ["rxcui"]);
      const rxcui = /^\d{1,10}$/.exec(said.rxcui ?? "")?.[0];
      return { ...options, text: text || q, ...(rxcui && { rxcui }) };
    },
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
  read: once(
    ({ rxcui }) => rxcui,
    either(({ mode }: Asked) => mode === "alternatives", alternatives, names),
  ),
});
