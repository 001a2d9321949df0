import { concat } from "rxjs";
import { z } from "zod";
import { defineSource } from "../../define.ts";
import { branch } from "../../kit/compose/steps.ts";
import { json } from "../../kit/readers/json.ts";
import type { PageRequest } from "../../kit/readers/paged.ts";
import { rowsRemain } from "../../kit/requests/further.ts";
import { query } from "../../kit/requests/query.ts";
import { get } from "../../kit/requests/request.ts";
import { HttpUrl } from "../../kit/values/fields.ts";
import type { Reader } from "../../source.ts";
import { orcidOf } from "../identifiers.ts";
import { Orcid, ScholarItem } from "../item.ts";
import { Found, foundOf, Person, personOf, type RegistryDraft, Works, workOf } from "./record.ts";

const API = "https://pub.orcid.org/v3.0";
const ROWS = 20;

interface Input {
  readonly text: string;
  readonly orcid?: string | undefined;
}

const found: Reader<Input, RegistryDraft> = json({
  pages: ({ text, page }: Input & PageRequest) =>
    page * ROWS > 10_000
      ? undefined
      : get(`${API}/expanded-search/`, { q: text, start: (page - 1) * ROWS, rows: ROWS }),
  body: z.object({ "num-found": z.int(), "expanded-result": z.array(Found).nullish() }),
  next: (body, _input, response) =>
    rowsRemain(response, "start", body["expanded-result"]?.length ?? 0, body["num-found"]),
  items: (body) => (body["expanded-result"] ?? []).map(foundOf),
});

const person: Reader<Input, RegistryDraft> = json({
  request: ({ orcid }: Input & PageRequest) => get(`${API}/${orcid}/person`),
  body: Person,
  items: (body, { orcid }) => [personOf(body, orcid ?? "")],
});

const works: Reader<Input, RegistryDraft> = json({
  request: ({ orcid }: Input & PageRequest) => get(`${API}/${orcid}/works`),
  body: Works,
  items: ({ group }) => group.flatMap(workOf),
});

export const orcid = defineSource({
  id: "orcid",
  title: "ORCID public registry",
  docs: "https://info.orcid.org/documentation/api-tutorials/api-tutorial-searching-the-orcid-registry/",
  terms: "CC0 data; 24 requests a second and 25,000 a day",
  query: query({
    describe: "a person's name or a Solr query; an ORCID iD gives the person and then their works",
    example: "family-name:Boettiger AND given-names:Carl",
    parse: (text): Input => ({ text, orcid: orcidOf(text) }),
  }),
  item: ScholarItem.extend({
    orcid: Orcid.optional().describe("of a person"),
    affiliations: z.array(z.string()).optional().describe("of a person"),
    otherNames: z.array(z.string()).optional(),
    country: z.string().optional().describe("of a person, ISO 3166-1 alpha-2"),
    links: z.array(z.object({ name: z.string().optional(), url: HttpUrl })).optional(),
    identifiers: z
      .array(z.object({ type: z.string(), id: z.string(), url: HttpUrl.optional() }))
      .optional()
      .describe("ids elsewhere: Scopus, ResearcherID, ISNI …"),
  }),
  polite: { concurrency: 4, minIntervalMs: 50 },
  read: branch(
    (input: Input) => input.orcid !== undefined,
    (input, context) => concat(person(input, context), works(input, context)),
    found,
  ),
});
