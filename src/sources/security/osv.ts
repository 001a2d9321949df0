import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { branch } from "../kit/compose/steps.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { get, postJson } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { clip, excerpt } from "../kit/values/text.ts";
import { cvssOf, severityOf, VulnerabilityItem } from "./item.ts";

interface OsvQuery {
  readonly id?: string;
  readonly question?: Readonly<Record<string, unknown>>;
}

/** Their name goes on after a colon: `Debian:12`, `Alpine:v3.20`, `Ubuntu:22.04:LTS`. */
const RELEASED = /^(?:Debian|Alpine|Ubuntu|Android|AlmaLinux|Rocky Linux|Red Hat|SUSE|openSUSE|Mageia|Photon OS):/i;

/** Ecosystems whose names are often written otherwise; OSV takes them in this spelling only. */
const ECOSYSTEMS =
  "npm PyPI crates.io Go Maven NuGet RubyGems Packagist Hex Pub Hackage CRAN SwiftURL ConanCenter Debian Alpine Ubuntu Linux OSS-Fuzz Android AlmaLinux".split(
    " ",
  );

function understood(q: string): OsvQuery {
  if (q.startsWith("pkg:")) return { question: { package: { purl: q } } };
  if (!q.includes(":") || /^[A-Z]{2,10}-\d{4}:/.test(q)) {
    if (!/^[A-Za-z]{2,20}-[\w.:-]{3,100}$/.test(q))
      throw new SourceError("bad-query", `“${clip(q)}” is neither ecosystem:name@version nor an identifier.`);
    return { id: q };
  }
  const colon = RELEASED.test(q) ? q.lastIndexOf(":") : q.indexOf(":");
  const [written, rest] = [q.slice(0, colon).trim(), q.slice(colon + 1).trim()];
  const ecosystem = ECOSYSTEMS.find((known) => known.toLowerCase() === written.toLowerCase()) ?? written;
  const at = rest.lastIndexOf("@");
  const [name, version] = at > 0 ? [rest.slice(0, at), rest.slice(at + 1)] : [rest, undefined];
  return { question: { package: { name, ecosystem }, ...(version && { version }) } };
}

const API = "https://api.osv.dev/v1";

/** A vulnerability as the API answers it. */
const Vulnerability = z.object({
  id: z.string(),
  summary: z.string().nullish(),
  details: z.string().nullish(),
  aliases: z.array(z.string()).nullish(),
  published: z.string().nullish(),
  modified: z.string().nullish(),
  withdrawn: z.string().nullish(),
  severity: z.array(z.object({ type: z.string(), score: z.string() })).nullish(),
  affected: z
    .array(
      z.object({
        package: z.object({ ecosystem: z.string(), name: z.string() }).nullish(),
        ranges: z
          .array(
            z.object({
              type: z.string().nullish(),
              events: z.array(z.object({ introduced: z.string().nullish(), fixed: z.string().nullish() })).nullish(),
            }),
          )
          .nullish(),
      }),
    )
    .nullish(),
  references: z.array(z.object({ url: z.string() })).nullish(),
  database_specific: z
    .object({ severity: z.unknown(), cwe_ids: z.array(z.string()).nullish().catch(undefined) })
    .nullish(),
});

/** What OSV says of a vulnerability. */
function itemOf({ id, details, aliases, severity, database_specific, ...more }: z.output<typeof Vulnerability>) {
  const rated = database_specific?.severity;
  const vectors = severity?.map(({ score }) => score).toSorted() ?? [];
  return {
    title: more.summary || id,
    url: `https://osv.dev/vulnerability/${encodeURIComponent(id)}`,
    snippet: excerpt(details),
    id,
    cve: [id, ...(aliases ?? [])].find((name) => name.startsWith("CVE-")),
    aliases,
    severity: severityOf(typeof rated === "string" ? rated : undefined),
    cvss: cvssOf(vectors.findLast((vector) => vector.startsWith("CVSS:")) ?? vectors[0]),
    weaknesses: database_specific?.cwe_ids,
    references: more.references?.map(({ url }) => url),
    publishedAt: isoDate(more.published),
    updatedAt: isoDate(more.modified),
    withdrawnAt: isoDate(more.withdrawn),
    affected: more.affected?.flatMap(({ package: named, ranges }) => {
      const released = ranges?.filter(({ type }) => type !== "GIT").flatMap(({ events }) => events ?? []);
      return named ? [{ ...named, fixed: released?.flatMap(({ fixed }) => fixed ?? []) }] : [];
    }),
  };
}

const one = json({
  request: ({ id }: OsvQuery) => get(`${API}/vulns/${encodeURIComponent(id ?? "")}`),
  body: Vulnerability,
  items: (vulnerability) => [itemOf(vulnerability)],
});

const ofPackage = json({
  pages: ({ question, page, cursor }: OsvQuery & PageRequest) =>
    page > 1 && !cursor ? undefined : postJson(`${API}/query`, { ...question, ...(cursor && { page_token: cursor }) }),
  body: z.object({ vulns: z.array(Vulnerability).nullish(), next_page_token: z.string().nullish() }),
  items: ({ vulns }) => (vulns ?? []).map(itemOf),
  next: ({ next_page_token }) => next_page_token || null,
});

export const osv = defineSource({
  id: "osv",
  title: "OSV.dev",
  docs: "https://google.github.io/osv.dev/api/",
  terms: "no key; data under the licences of its sources, mostly CC BY 4.0",
  query: query({
    describe: "ecosystem:name@version (the version may be left out), a package URL, or a vulnerability's identifier",
    example: "PyPI:jinja2@2.4.1",
    parse: understood,
  }),
  item: VulnerabilityItem.extend({
    affected: z
      .array(
        z.object({
          ecosystem: z.string(),
          name: z.string(),
          fixed: z.array(z.string()).optional().describe("versions that mend it"),
        }),
      )
      .optional(),
  }),
  polite: { concurrency: 2 },
  read: branch(({ id }: OsvQuery) => id !== undefined, one, ofPackage),
});
