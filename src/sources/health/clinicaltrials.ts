import { z } from "zod";
import { defineSource } from "../define.ts";
import { figure, json, listOf, loneIn } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { qualifiersIn } from "../kit/requests/qualifiers.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, IsoDate } from "../kit/values/fields.ts";
import { excerpt } from "../kit/values/text.ts";
import { HealthItem } from "./item.ts";

const API = "https://clinicaltrials.gov/api/v2/studies";
const ROWS = 20;

/** Whole studies are up to 1 MB each. */
const FIELDS =
  "NCTId,BriefTitle,OfficialTitle,BriefSummary,OverallStatus,Phase,StudyType,EnrollmentCount,Condition," +
  "InterventionType,InterventionName,LeadSponsorName,StartDate,CompletionDate,LastUpdatePostDate,LocationCountry,HasResults";

const Options = z.object({
  status: z
    .string()
    .regex(/^[A-Za-z_,]{1,200}$/, "states such as RECRUITING, with commas between")
    .optional()
    .describe("only studies in these states: RECRUITING, COMPLETED, …"),
  sort: z.enum(["relevance", "updated"]).default("relevance"),
});

interface Asked extends z.output<typeof Options> {
  readonly text: string;
  readonly cond?: string | undefined;
  readonly intr?: string | undefined;
  /** The study's own number. */
  readonly nct?: string | undefined;
}

const Text = z.string().nullish();
const Dated = z.object({ date: Text }).nullish();

const Study = z.object({
  hasResults: z.boolean().nullish(),
  protocolSection: z.object({
    identificationModule: z.object({ nctId: z.string(), briefTitle: Text, officialTitle: Text }),
    statusModule: z
      .object({
        overallStatus: Text,
        startDateStruct: Dated,
        completionDateStruct: Dated,
        lastUpdatePostDateStruct: Dated,
      })
      .nullish(),
    sponsorCollaboratorsModule: z.object({ leadSponsor: z.object({ name: Text }).nullish() }).nullish(),
    descriptionModule: z.object({ briefSummary: Text }).nullish(),
    conditionsModule: z.object({ conditions: listOf(z.string()) }).nullish(),
    designModule: z
      .object({ studyType: Text, phases: listOf(z.string()), enrollmentInfo: z.object({ count: figure }).nullish() })
      .nullish(),
    armsInterventionsModule: z.object({ interventions: listOf(z.object({ type: Text, name: Text })) }).nullish(),
    contactsLocationsModule: z.object({ locations: listOf(z.object({ country: Text })) }).nullish(),
  }),
});

function itemOf({ hasResults, protocolSection: study }: z.output<typeof Study>) {
  const { nctId, briefTitle, officialTitle } = study.identificationModule;
  const { statusModule: state, designModule: design, descriptionModule: description } = study;
  return {
    title: briefTitle || officialTitle || nctId,
    url: `https://clinicaltrials.gov/study/${nctId}`,
    snippet: excerpt(description?.briefSummary),
    summary: description?.briefSummary,
    id: nctId,
    officialTitle,
    status: state?.overallStatus,
    phases: design?.phases,
    studyType: design?.studyType,
    enrollment: design?.enrollmentInfo?.count,
    conditions: study.conditionsModule?.conditions,
    interventions: study.armsInterventionsModule?.interventions,
    sponsor: study.sponsorCollaboratorsModule?.leadSponsor?.name,
    date: isoDate(state?.startDateStruct?.date),
    completionDate: isoDate(state?.completionDateStruct?.date),
    updatedAt: isoDate(state?.lastUpdatePostDateStruct?.date),
    countries: [...new Set(study.contactsLocationsModule?.locations.flatMap(({ country }) => country ?? []))],
    hasResults,
  };
}

function request({ text, cond, intr, nct, status, sort, cursor, page }: Asked & PageRequest) {
  if (nct) return page > 1 ? undefined : get(`${API}/${nct}`, { fields: FIELDS, format: "json" });
  return get(API, {
    "query.term": text || undefined,
    "query.cond": cond,
    "query.intr": intr,
    "filter.overallStatus": status?.toUpperCase(),
    sort: sort === "updated" ? "LastUpdatePostDate:desc" : undefined,
    fields: FIELDS,
    pageSize: ROWS,
    countTotal: true,
    format: "json",
    pageToken: cursor,
  });
}

const Known = z.string().optional();

export const clinicaltrials = defineSource({
  id: "clinicaltrials",
  title: "ClinicalTrials.gov",
  docs: "https://clinicaltrials.gov/data-api/api",
  terms: "public domain; some 50 requests a minute an address",
  query: query({
    describe: 'words in English; cond:"asthma" and intr:metformin look for conditions and treatments; or NCT04368728',
    example: "semaglutide obesity",
    options: Options,
    parse: (q, options): Asked => {
      const { text, said } = qualifiersIn(q, ["cond", "intr"]);
      const nct = /^NCT\d{8}$/i.exec(text)?.[0].toUpperCase();
      return { ...options, text, ...said, ...(nct && { nct }) };
    },
  }),
  item: HealthItem.extend({
    date: IsoDate.optional().describe("when it began, or is to begin"),
    officialTitle: Known,
    summary: Known.describe("the whole text of which the snippet is the beginning"),
    status: Known.describe("RECRUITING, COMPLETED, TERMINATED, …"),
    phases: z.array(z.string()).optional().describe("EARLY_PHASE1, PHASE1, … NA"),
    studyType: Known,
    enrollment: Count.optional().describe("participants, planned or counted"),
    conditions: z.array(z.string()).optional(),
    interventions: z.array(z.object({ type: Known, name: Known })).optional(),
    sponsor: Known,
    completionDate: IsoDate.optional(),
    countries: z.array(z.string()).optional(),
    hasResults: z.boolean().optional(),
    totalHits: Count.optional().describe("studies that fit in all, whatever was read of them; on the first item only"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1200 },
  read: json({
    pages: request,
    body: loneIn("studies", z.object({ studies: z.array(Study), nextPageToken: Text, totalCount: figure })),
    items: ({ studies, totalCount }, _asked, _response, { notice }) => {
      if (totalCount != null) notice({ kind: "note", text: `${totalCount} studies fit in all.` });
      return studies.map((study, index) => ({ ...itemOf(study), totalHits: index === 0 ? totalCount : undefined }));
    },
    next: ({ nextPageToken }) => nextPageToken ?? null,
  }),
});
