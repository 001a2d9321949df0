import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { decodeText } from "../../upstream/charset.ts";
import { defineSource } from "../define.ts";
import { clientCredentials, withToken } from "../kit/compose/token.ts";
import type { El } from "../kit/html/dom.ts";
import { xml } from "../kit/readers/html.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import type { Judge } from "../kit/responses/answer.ts";
import { upstreamMessage } from "../kit/responses/refusals.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { isoDate } from "../kit/values/dates.ts";
import { excerpt } from "../kit/values/text.ts";
import { LawItem } from "./item.ts";

const OPS = "https://ops.epo.org/3.2";
const PER_PAGE = 25;
/** Further hits cannot be reached. */
const LAST_ROW = 2000;

/** CQL has an index and a relation; anything else is looked for in title and abstract. */
const cqlOf = (words: string): string =>
  /[=<>]|\b(?:within|any|all)\b\s+"/i.test(words) ? words : `ta="${words.replaceAll('"', "")}"`;

function request({ text: words, page }: { readonly text: string } & PageRequest) {
  const from = (page - 1) * PER_PAGE + 1;
  if (from > LAST_ROW) return undefined;
  return get(
    `${OPS}/rest-services/published-data/search/biblio`,
    { q: cqlOf(words), Range: `${from}-${from + PER_PAGE - 1}` },
    { headers: { accept: "application/xml" } },
  );
}

/** No hit is a 404, a range beyond the last a 413, a spent allowance a 403 whose reason stands in a header. */
const judge: Judge = (response) => {
  const { status, headers } = response;
  if (status === 404 || status === 413) return "empty";
  if (status !== 403) return undefined;
  const reason = headers["x-rejection-reason"] ?? upstreamMessage(response) ?? "no reason given";
  return new SourceError("rate-limited", `The EPO's allowance is spent (HTTP 403): ${quotedSaying(reason)}.`);
};

/** Names of the parties as they were filed; without such ones the EPO's own, which end in the country. */
function namesOf(document: El, party: "applicant" | "inventor"): string[] {
  const named = (format: string) =>
    document
      .texts(`${party}[data-format="${format}"] ${party}-name name`)
      .map((name) => name.replace(/[\s\u2002]*\[[A-Z]{2}\]$/, "").replace(/,$/, ""));
  const filed = named("original");
  return filed.length > 0 ? filed : named("epodoc");
}

/** `B01D  39/    00            A I` as `B01D 39/00`. */
const ipcOf = (written: string): string =>
  written.replace(/\s+/g, " ").replace(/^([A-H]\d{2}[A-Z]) ?(\d{1,4}) ?\/ ?(\d{1,6}).*$/, "$1 $2/$3");

const unique = (values: readonly string[]): string[] => [...new Set(values)];

const cpcOf = (classification: El): string | undefined => {
  const scheme = classification.attr("scheme", "classification-scheme") ?? "";
  const part = (name: string): string => classification.text(name) ?? "";
  return /^CPC/.test(scheme) && classification.has("subgroup")
    ? `${part("section")}${part("class")}${part("subclass")} ${part("main-group")}/${part("subgroup")}`
    : undefined;
};

function itemOf(document: El) {
  const [country = "", number = "", kind = ""] = ["country", "doc-number", "kind"].map((name) => document.attr(name));
  const id = `${country}${number}${kind}`;
  if (!number) return undefined;
  const abstract = document.text('abstract[lang="en"]') ?? document.text("abstract");
  return {
    // Old documents have no title.
    title: document.text('invention-title[lang="en"]') ?? document.text("invention-title") ?? id,
    url: `https://worldwide.espacenet.com/patent/search?q=pn%3D${id}`,
    id,
    type: "patent",
    country,
    kind,
    family: document.attr("family-id"),
    publishedAt: isoDate(
      document.text('publication-reference document-id[document-id-type="epodoc"] date') ??
        document.text("publication-reference document-id date"),
    ),
    applicants: unique(namesOf(document, "applicant")),
    inventors: unique(namesOf(document, "inventor")),
    ipc: unique(document.texts("classifications-ipcr text").map(ipcOf)),
    cpc: unique(document.all("patent-classifications patent-classification").flatMap((one) => cpcOf(one) ?? [])),
    snippet: excerpt(abstract),
    abstract,
  };
}

const Texts = z.array(z.string()).optional();

export const epoOps = defineSource({
  id: "epo_ops",
  title: "European and worldwide patents (EPO OPS)",
  docs: "https://www.epo.org/en/searching-for-patents/data/web-services/ops",
  terms: "4 GB a week free of charge; fair use, which a traffic light tells",
  key: { env: ["EPO_OPS_KEY", "EPO_OPS_SECRET"], required: true, from: "https://developers.epo.org/" },
  query: text("words of a title or abstract, or a search in CQL", 'ta="solid state battery" and pd>=2024'),
  item: LawItem.extend({
    country: z.string().optional().describe("the office's country code; WO and EP too"),
    kind: z.string().optional().describe("kind code: A1, B1 …"),
    family: z.string().optional().describe("number of the patent family"),
    applicants: Texts,
    inventors: Texts,
    ipc: Texts.describe("International Patent Classification"),
    cpc: Texts.describe("Cooperative Patent Classification"),
    abstract: z.string().optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: withToken(
    {
      request: ({ EPO_OPS_KEY: key = "", EPO_OPS_SECRET: secret = "" }) =>
        clientCredentials(`${OPS}/auth/accesstoken`, key, secret),
      // A token lives 20 minutes.
      ttlMs: 1_140_000,
      spent: (response) =>
        response.status === 401 || (response.status === 400 && decodeText(response).includes("invalid_access_token")),
    },
    xml({
      pages: request,
      judge,
      rows: "exchange-document",
      item: itemOf,
      empty: ["ops\\:biblio-search[total-result-count='0']"],
      next: (doc, _input, response) => {
        const to = Number(URL.parse(response.url)?.searchParams.get("Range")?.split("-")[1] ?? PER_PAGE);
        const total = Number(doc.attr("total-result-count", "ops\\:biblio-search") ?? 0);
        return to < Math.min(total, LAST_ROW) ? undefined : null;
      },
    }),
  ),
});
