import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { decodeText } from "../../upstream/charset.ts";
import { defineSource } from "../define.ts";
import { json, numeric } from "../kit/readers/json.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import type { Judge } from "../kit/responses/answer.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { Ratio } from "../kit/values/fields.ts";
import { ScienceItem } from "./item.ts";

const Interaction = z.object({
  stringId_A: z.string(),
  stringId_B: z.string(),
  preferredName_A: z.string(),
  preferredName_B: z.string(),
  ncbiTaxonId: numeric,
  score: numeric,
  nscore: numeric.nullish(),
  fscore: numeric.nullish(),
  pscore: numeric.nullish(),
  ascore: numeric.nullish(),
  escore: numeric.nullish(),
  dscore: numeric.nullish(),
  tscore: numeric.nullish(),
});

/** STRING's refusals, in a list or alone: `{"Error": "not found", "ErrorMessage": "…"}`. */
const judge: Judge = (response) => {
  if (response.status !== 400 && response.status !== 404) return undefined;
  const body = decodeText(response).slice(0, 20_000);
  const said = /"ErrorMessage"\s*:\s*"([^"\\]{1,300})/.exec(body)?.[1]?.replace(/<[^>]{0,100}>/g, " ");
  const notFound = response.status === 404 || /"Error"\s*:\s*"not found"/i.test(body);
  return new SourceError(
    notFound ? "not-found" : "bad-query",
    `STRING says: ${said ? quotedSaying(said) : `HTTP ${response.status}`}.`,
  );
};

const Channel = (of: string) => Ratio.optional().describe(`evidence from ${of}`);

export const stringDb = defineSource({
  id: "string_db",
  title: "STRING protein interactions",
  docs: "https://string-db.org/help/api/",
  terms: "no key; one request a second, naming the caller; data under CC BY 4.0",
  query: query({
    describe: "a protein's or gene's name, or several separated by commas",
    example: "TP53",
    options: z.object({
      species: z.coerce.number().int().positive().default(9606).describe("NCBI taxonomy number; 9606 is man"),
      min_score: z.coerce.number().min(0).max(1).default(0.4).describe("weakest combined score to list, 0–1"),
    }),
    parse: (q, options) => ({
      ...options,
      names: q
        .split(/[,;\s]+/)
        .filter(Boolean)
        .slice(0, 50),
    }),
  }),
  item: ScienceItem.extend({
    stringIdA: z.string(),
    stringIdB: z.string(),
    proteinA: z.string(),
    proteinB: z.string(),
    taxonId: z.int().positive().describe("NCBI taxonomy number"),
    score: Ratio.describe("combined confidence"),
    neighbourhoodScore: Channel("genes that lie side by side"),
    fusionScore: Channel("fused genes"),
    phylogenyScore: Channel("occurring in the same species"),
    coexpressionScore: Channel("coexpression"),
    experimentScore: Channel("experiments"),
    databaseScore: Channel("curated databases"),
    textminingScore: Channel("being named together in texts"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: json({
    request: ({ names, species, min_score }) =>
      get("https://string-db.org/api/json/interaction_partners", {
        identifiers: names.join("\r"),
        species,
        limit: 25,
        required_score: Math.round(min_score * 1000),
        caller_identity: "tributary",
      }),
    judge,
    body: z.array(Interaction),
    items: (interactions) =>
      interactions.map((pair) => ({
        title: `${pair.preferredName_A} - ${pair.preferredName_B}`,
        url: `https://string-db.org/network/${encodeURIComponent(pair.stringId_B)}`,
        stringIdA: pair.stringId_A,
        stringIdB: pair.stringId_B,
        proteinA: pair.preferredName_A,
        proteinB: pair.preferredName_B,
        taxonId: pair.ncbiTaxonId,
        score: pair.score,
        neighbourhoodScore: pair.nscore,
        fusionScore: pair.fscore,
        phylogenyScore: pair.pscore,
        coexpressionScore: pair.ascore,
        experimentScore: pair.escore,
        databaseScore: pair.dscore,
        textminingScore: pair.tscore,
      })),
  }),
});
