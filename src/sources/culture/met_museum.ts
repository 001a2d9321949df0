import { take } from "rxjs";
import { z } from "zod";
import { defineSource } from "../define.ts";
import { concurrentSteps } from "../kit/compose/steps.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { figure, json } from "../kit/readers/json.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { emptyOn } from "../kit/responses/answer.ts";
import { webUrl } from "../kit/values/links.ts";
import type { ReadContext } from "../source.ts";
import { CultureItem, line, ObjectFields } from "./item.ts";

/* The search gives the numbers of all objects that fit at once; each object is an answer of its own. */

const API = "https://collectionapi.metmuseum.org/public/collection/v1";
const PER_PAGE = 10;

const Options = z.object({
  isOnView: z.stringbool().default(false).describe("only what is on display"),
  departmentId: z
    .string()
    .regex(/^\d{1,3}$/, "a department's number")
    .optional()
    .describe("only of this department: its number, as /departments lists them"),
});

interface Asked extends z.output<typeof Options> {
  readonly text: string;
}

const search = json({
  request: ({ text: q, isOnView, departmentId }: Asked) =>
    get(`${API}/search`, { isOnView: isOnView ? true : undefined, departmentId, q, hasImages: true }),
  // null where nothing fits.
  body: z.object({ objectIDs: z.array(z.number()).nullable() }),
  items: ({ objectIDs }) => (objectIDs ?? []).map((objectID) => ({ objectID })),
});

const numbers = (asked: Asked, context: ReadContext) => search(asked, context).pipe(take(context.pages * PER_PAGE));

const Text = z.string().nullish();

const MetObject = z.object({
  objectID: z.number(),
  objectURL: Text,
  title: Text,
  objectName: Text,
  artistDisplayName: Text,
  artistDisplayBio: Text,
  objectDate: Text,
  objectBeginDate: figure,
  objectEndDate: figure,
  medium: Text,
  dimensions: Text,
  department: Text,
  culture: Text,
  period: Text,
  country: Text,
  classification: Text,
  creditLine: Text,
  accessionNumber: Text,
  GalleryNumber: Text,
  isPublicDomain: z.boolean().nullish(),
  isHighlight: z.boolean().nullish(),
  primaryImage: Text,
  primaryImageSmall: Text,
  objectWikidata_URL: Text,
  tags: z.array(z.object({ term: Text })).nullish(),
});

function itemOf(object: z.output<typeof MetObject>) {
  const { objectID, GalleryNumber: gallery } = object;
  const page = URL.parse(object.objectURL ?? "")?.pathname ?? `/art/collection/search/${objectID}`;
  return {
    title: textOfHtml(object.title) ?? object.objectName ?? `Object ${objectID}`,
    url: `https://www.metmuseum.org${page}`,
    snippet: line(object.artistDisplayName, object.objectDate, object.medium),
    kind: "object" as const,
    id: objectID,
    artist: object.artistDisplayName,
    artistBio: object.artistDisplayBio,
    dateText: object.objectDate,
    yearBegin: object.objectBeginDate,
    yearEnd: object.objectEndDate,
    medium: object.medium,
    dimensions: object.dimensions,
    type: object.objectName,
    department: object.department,
    culture: object.culture,
    period: object.period,
    place: object.country,
    classification: object.classification,
    credit: object.creditLine,
    accessionNumber: object.accessionNumber,
    gallery,
    // "" says that it is not on view; older answers do not say.
    onView: gallery == null ? undefined : gallery !== "",
    publicDomain: object.isPublicDomain,
    highlight: object.isHighlight,
    image: webUrl(object.primaryImage) ?? webUrl(object.primaryImageSmall),
    wikidata: webUrl(object.objectWikidata_URL),
    tags: object.tags?.flatMap(({ term }) => term ?? []),
  };
}

/** The search's index holds numbers of objects that are gone. */
const one = json({
  request: ({ objectID }: { readonly objectID: number }) => get(`${API}/objects/${objectID}`),
  judge: emptyOn(404),
  body: MetObject,
  items: (object) => [itemOf(object)],
});

export const metMuseum = defineSource({
  id: "met_museum",
  title: "The Metropolitan Museum of Art",
  docs: "https://metmuseum.github.io/",
  terms: "CC0; at most 80 requests a second",
  query: text("words of a title, an artist, a subject; only objects with images", "sunflowers", Options),
  item: CultureItem.extend({
    ...ObjectFields,
    artistBio: z.string().optional(),
    period: z.string().optional(),
    classification: z.string().optional(),
    highlight: z.boolean().optional().describe("one of the museum's important works"),
    tags: z.array(z.string()).optional().describe("what is to be seen"),
  }),
  polite: { concurrency: 4, minIntervalMs: 25 },
  read: concurrentSteps(4, numbers, one),
});
