import { z } from "zod";
import { addressOf, doiOf, doiUrl, orcidOf } from "../identifiers.ts";
import { dated, maybe, venueOf } from "../reading.ts";

/** ORCID's records (v3.0): nearly every object may be null. E-mail addresses are not read. */

const Value = z.object({ value: maybe }).nullish();

/** A person as the search answers them. */
export const Found = z.object({
  "orcid-id": z.string(),
  "given-names": maybe,
  "family-names": maybe,
  "credit-name": maybe,
  "other-name": z.array(z.string()).nullish(),
  "institution-name": z.array(z.string()).nullish(),
});

/** A person's record. */
export const Person = z.object({
  name: z.object({ "given-names": Value, "family-name": Value, "credit-name": Value }).nullish(),
  biography: z.object({ content: maybe }).nullish(),
  "other-names": z.object({ "other-name": z.array(z.object({ content: maybe })).nullish() }).nullish(),
  keywords: z.object({ keyword: z.array(z.object({ content: maybe })).nullish() }).nullish(),
  "researcher-urls": z
    .object({ "researcher-url": z.array(z.object({ "url-name": maybe, url: Value })).nullish() })
    .nullish(),
  addresses: z.object({ address: z.array(z.object({ country: Value })).nullish() }).nullish(),
  "external-identifiers": z
    .object({
      "external-identifier": z
        .array(
          z.object({
            "external-id-type": maybe,
            "external-id-value": maybe,
            "external-id-url": Value,
          }),
        )
        .nullish(),
    })
    .nullish(),
});

const Work = z.object({
  title: z.object({ title: Value }).nullish(),
  "external-ids": z
    .object({
      "external-id": z.array(z.object({ "external-id-type": maybe, "external-id-value": maybe })).nullish(),
    })
    .nullish(),
  "publication-date": z.object({ year: Value, month: Value, day: Value }).nullish(),
  "journal-title": Value,
  type: maybe,
  url: Value,
});

/** A person's works. */
export const Works = z.object({ group: z.array(z.object({ "work-summary": z.array(Work) })) });

const nameOf = (...[credit, given, family]: (string | null | undefined)[]): string | undefined =>
  credit || [given, family].filter(Boolean).join(" ") || undefined;

const personUrl = (id: string): string => `https://orcid.org/${id}`;

/** A person whom the search found. */
export function foundOf(found: z.output<typeof Found>) {
  const id = found["orcid-id"];
  const affiliations = found["institution-name"] ?? [];
  return {
    title: nameOf(found["credit-name"], found["given-names"], found["family-names"]) ?? id,
    url: personUrl(id),
    snippet: affiliations.join("; "),
    type: "author",
    orcid: orcidOf(id),
    affiliations,
    otherNames: found["other-name"],
  };
}

/** A person by their record. */
export function personOf(person: z.output<typeof Person>, id: string) {
  const { name } = person;
  return {
    title: nameOf(name?.["credit-name"]?.value, name?.["given-names"]?.value, name?.["family-name"]?.value) ?? id,
    url: personUrl(id),
    snippet: person.biography?.content?.slice(0, 5000),
    type: "author",
    orcid: orcidOf(id),
    otherNames: person["other-names"]?.["other-name"]?.flatMap(({ content }) => content ?? []),
    country: person.addresses?.address?.[0]?.country?.value,
    keywords: person.keywords?.keyword?.flatMap(({ content }) => content?.split(/,\s*/) ?? []),
    links: person["researcher-urls"]?.["researcher-url"]?.flatMap((link) => {
      const url = addressOf(link.url?.value);
      return url ? [{ name: link["url-name"], url }] : [];
    }),
    identifiers: person["external-identifiers"]?.["external-identifier"]?.flatMap((known) => {
      const [type, value] = [known["external-id-type"], known["external-id-value"]];
      return type && value ? [{ type, id: value, url: addressOf(known["external-id-url"]?.value) }] : [];
    }),
  };
}

/** A group holds one work as several sources told it; the first is the one its owner prefers. */
export function workOf({ "work-summary": [work] }: z.output<typeof Works>["group"][number]) {
  if (!work) return [];
  const ids = work["external-ids"]?.["external-id"] ?? [];
  const idOf = (type: string) => ids.find((id) => id["external-id-type"] === type)?.["external-id-value"];
  const doi = doiOf(idOf("doi"));
  const { year, month, day } = work["publication-date"] ?? {};
  return [
    {
      title: work.title?.title?.value ?? doi ?? "",
      url: addressOf(work.url?.value) ?? doiUrl(doi),
      doi,
      type: work.type,
      venue: venueOf({ name: work["journal-title"]?.value }),
      ...dated([year, month, day].flatMap((part) => part?.value ?? []).join("-")),
      pmid: idOf("pmid"),
      pmcid: idOf("pmc"),
      arxivId: idOf("arxiv")?.replace(/^arxiv:/i, ""),
    },
  ];
}

/** An item before it is checked. */
export type RegistryDraft =
  | ReturnType<typeof foundOf>
  | ReturnType<typeof personOf>
  | ReturnType<typeof workOf>[number];
