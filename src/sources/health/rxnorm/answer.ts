import { z } from "zod";
import { figure, listOf } from "../../kit/readers/json.ts";
import { languageTag } from "../../kit/values/languages.ts";

const Text = z.string().nullish();
const Code = z.union([z.string(), z.number().transform(String)]);

const Concept = z.object({
  rxcui: Code,
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
export const Answer = z.object({
  drugGroup: Group,
  relatedGroup: Group,
  approximateGroup: z.object({ candidate: listOf(Concept) }).nullish(),
  drugMemberGroup: z.object({ drugMember: listOf(z.object({ minConcept: Concept })) }).nullish(),
  idGroup: z.object({ rxnormId: listOf(Code) }).nullish(),
  rxclassDrugInfoList: z
    .object({
      rxclassDrugInfo: listOf(
        z.object({ rxclassMinConceptItem: z.object({ classId: z.string(), className: Text, classType: Text }) }),
      ),
    })
    .nullish(),
});

export type Answer = z.output<typeof Answer>;

/** The concepts of an answer, whichever call it answers; candidates come once for each of their spellings. */
export function conceptsIn(answer: Answer): Concept[] {
  const { drugGroup, relatedGroup, approximateGroup, drugMemberGroup } = answer;
  const grouped = [drugGroup, relatedGroup].flatMap((group) => group?.conceptGroup ?? []);
  return [
    ...grouped.flatMap(({ conceptProperties }) => conceptProperties),
    ...(approximateGroup?.candidate ?? []).toSorted((a, b) => Number(Boolean(b.name)) - Number(Boolean(a.name))),
    ...(drugMemberGroup?.drugMember ?? []).map(({ minConcept }) => minConcept),
  ];
}

/** A class of substances, of the fourth level of the ATC. */
export interface AtcClass {
  readonly classId: string;
  readonly className: string;
}

/** A brand stands in brackets at the end of a product's name. */
const brandIn = (name: string | null | undefined): string | undefined =>
  /\[([^\][]{1,200})\]\s*$/.exec(name ?? "")?.[1];

/** What RxNorm says of a concept; `among`: the class as a member of which it was found. */
export function itemOf(concept: Concept, among?: AtcClass) {
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
    language: languageTag(concept.language),
    suppressed: suppress == null ? undefined : suppress !== "N",
    matchScore: concept.score,
    rank: concept.rank,
    atc: among?.classId,
    className: among?.className,
  };
}
