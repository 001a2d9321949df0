import { catchError, defaultIfEmpty, map, of, take } from "rxjs";
import { z } from "zod";
import { toSourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { concurrentSteps, onEmpty, steps } from "../kit/compose/steps.ts";
import { json, listOf } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { qualifiersIn } from "../kit/requests/qualifiers.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { emptyOn } from "../kit/responses/answer.ts";
import { webUrl } from "../kit/values/links.ts";
import { excerpt } from "../kit/values/text.ts";
import type { ReadContext } from "../source.ts";
import { CultureItem, line, ObjectFields } from "./item.ts";

/* Linked Art: a search gives the identifiers of objects, each of which is an answer, and its picture two further ones. */

const SEARCH = "https://data.rijksmuseum.nl/search/collection";
const PER_PAGE = 8;
const headers = { accept: "application/ld+json" };

const FIELDS = ["title", "creator", "description", "type", "aboutActor", "creationDate", "objectNumber"] as const;

interface Asked {
  /** What is looked for, by field. */
  readonly by: Readonly<Partial<Record<(typeof FIELDS)[number], string>>>;
}

const Id = z.object({ id: z.string() });
/** A thing of the museum's own that can be asked for. */
const Own = z.object({ id: z.string().regex(/^https:\/\/(?:id|data)\.rijksmuseum\.nl\//) });

const search = json({
  pages: ({ by, cursor }: Asked & PageRequest) =>
    cursor ? { url: cursor, headers } : get(SEARCH, { ...by, imageAvailable: true }, { headers }),
  body: z.object({ orderedItems: z.array(Own), next: Id.nullish() }),
  items: ({ orderedItems }) => orderedItems,
  next: ({ next }) => (next?.id.startsWith(`${SEARCH}?`) ? next.id : null),
});

/** A title is looked for in the descriptions, too, where no title has it. */
const identified = onEmpty<Asked, z.output<typeof Id>>(search, ({ by: { title, ...by } }, context) =>
  title && !by.description ? search({ by: { ...by, description: title } }, context) : of(),
);

/** The objects of one page after another; a search's answer has a hundred of them. */
const chosen = (asked: Asked, context: ReadContext) => identified(asked, context).pipe(take(context.pages * PER_PAGE));

const AAT = "http://vocab.getty.edu/aat/";
const ENGLISH = `${AAT}300388277`;
/** What statements are of: https://linked.art/model/vocab/ */
const IS = {
  description: `${AAT}300435416`,
  attribution: `${AAT}300435417`,
  materials: `${AAT}300435429`,
  dimensions: `${AAT}300435430`,
  credit: `${AAT}300026687`,
  objectNumber: `${AAT}300312355`,
};

/** A thing by its address, written out or not. */
const Ref = z.union([z.string(), z.object({ id: z.string().nullish() }).transform(({ id }) => id ?? "")]);

const Statement = z.object({
  type: z.string().nullish(),
  content: z.union([z.string(), z.array(z.string()).transform((texts) => texts.join(" "))]).nullish(),
  classified_as: listOf(Ref),
  language: listOf(Ref),
});
type Statement = z.output<typeof Statement>;

const Term = z.union([
  z.string().transform(() => ({ notation: [] })),
  z.object({ notation: listOf(z.object({ "@language": z.string().nullish(), "@value": z.string().nullish() })) }),
]);

const Production = z.object({
  referred_to_by: listOf(Statement),
  timespan: listOf(
    z.object({
      identified_by: listOf(Statement),
      begin_of_the_begin: z.string().nullish(),
      end_of_the_end: z.string().nullish(),
    }),
  ),
  part: listOf(z.object({ referred_to_by: listOf(Statement) })),
});

const Thing = z.object({
  id: z.string(),
  identified_by: listOf(Statement),
  classified_as: listOf(Term),
  referred_to_by: listOf(Statement),
  produced_by: listOf(Production),
  made_of: listOf(Term),
  shows: listOf(Own),
});

/** The text of the first statement of a kind, the English one before the others. */
function said(statements: readonly Statement[], kind?: string): string | undefined {
  const those = statements.filter((one) => one.content && (!kind || one.classified_as.includes(kind)));
  return (those.find(({ language }) => language.includes(ENGLISH)) ?? those[0])?.content ?? undefined;
}

const wordFor = ({ notation }: z.output<typeof Term>): string | undefined =>
  (notation.find((one) => one["@language"] === "en") ?? notation[0])?.["@value"] ?? undefined;

/** "-0500-01-01T00:00:00Z" as its year. */
const yearOf = (instant: string | null | undefined): number | undefined => {
  const year = /^-?\d{4,6}(?=-)/.exec(instant ?? "")?.[0];
  return year === undefined ? undefined : Number(year);
};

function itemOf(thing: z.output<typeof Thing>) {
  const [made] = thing.produced_by;
  const span = made?.timespan[0];
  const numbers = thing.identified_by.filter(({ type }) => type === "Identifier");
  const number = said(numbers, IS.objectNumber) ?? said(numbers);
  const description = said(thing.referred_to_by, IS.description);
  const artist =
    said(made?.referred_to_by ?? [], IS.description) ??
    said(made?.part.flatMap((part) => part.referred_to_by) ?? [], IS.attribution);
  const dateText = said(span?.identified_by ?? []);
  const materials = thing.made_of.flatMap((term) => wordFor(term) ?? []);
  const medium = said(thing.referred_to_by, IS.materials);
  return {
    title: said(thing.identified_by.filter(({ type }) => type === "Name")) ?? number ?? thing.id,
    url: number ? `https://www.rijksmuseum.nl/en/collection/${number}` : thing.id,
    snippet: excerpt(description) ?? line(artist, dateText, medium ?? materials.join(", ")),
    kind: "object" as const,
    id: thing.id,
    description,
    accessionNumber: number,
    artist,
    dateText,
    yearBegin: yearOf(span?.begin_of_the_begin),
    yearEnd: yearOf(span?.end_of_the_end),
    type: thing.classified_as.flatMap((term) => wordFor(term) ?? [])[0],
    medium,
    materials,
    dimensions: said(thing.referred_to_by, IS.dimensions),
    credit: said(thing.referred_to_by, IS.credit),
  };
}

const one = json({
  request: ({ id }: z.output<typeof Id>) => ({ url: id, headers }),
  judge: emptyOn(404, 410),
  body: Thing,
  items: (thing) => [{ item: itemOf(thing), shows: thing.shows[0] }],
});

const shown = json({
  request: ({ id }: z.output<typeof Id>) => ({ url: id, headers }),
  body: z.object({ digitally_shown_by: listOf(Own) }),
  items: ({ digitally_shown_by }) => digitally_shown_by.slice(0, 1),
});

const pictured = json({
  request: ({ id }: z.output<typeof Id>) => ({ url: id, headers }),
  body: z.object({ access_point: listOf(Id) }),
  items: ({ access_point }) => access_point.flatMap(({ id }) => webUrl(id) ?? []).slice(0, 1),
});

const image = steps(shown, pictured);

type Found = { readonly item: ReturnType<typeof itemOf>; readonly shows: z.output<typeof Id> | undefined };

/** An object with its picture; one whose picture cannot be had is told without. */
function withImage({ item, shows }: Found, context: ReadContext) {
  if (!shows) return of(item);
  return image(shows, context).pipe(
    catchError((error) => {
      context.notice({ kind: "note", text: `no picture of ${item.title}: ${toSourceError(error).message}` });
      return of(undefined);
    }),
    defaultIfEmpty(undefined),
    take(1),
    map((address) => ({ ...item, image: address })),
  );
}

export const rijksmuseum = defineSource({
  id: "rijksmuseum",
  title: "Rijksmuseum",
  docs: "https://data.rijksmuseum.nl/docs/search",
  terms: "CC0 data; no key",
  query: query({
    describe: `words of a title, Dutch or English, or ${FIELDS.map((name) => `${name}:`).join(", ")} with a value`,
    example: "night watch",
    parse: (q): Asked => {
      const { text, said: by } = qualifiersIn(q, FIELDS);
      return { by: text ? { title: text, ...by } : by };
    },
  }),
  item: CultureItem.extend({ ...ObjectFields, materials: z.array(z.string()).optional() }),
  polite: { concurrency: 2, minIntervalMs: 100 },
  read: concurrentSteps(2, concurrentSteps(2, chosen, one), withImage),
});
