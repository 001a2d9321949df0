import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { either } from "../kit/compose.ts";
import { json } from "../kit/json.ts";
import type { PageAsk } from "../kit/paged.ts";
import { clip, query } from "../kit/query.ts";
import { get, postJson } from "../kit/request.ts";
import { VulnerabilityItem } from "./item.ts";
import { itemOf, Vulnerability } from "./osv-record.ts";

const API = "https://api.osv.dev/v1";

/** Ecosystems whose names are often written otherwise; OSV takes them in this spelling only. */
const ECOSYSTEMS =
  "npm PyPI crates.io Go Maven NuGet RubyGems Packagist Hex Pub Hackage CRAN SwiftURL ConanCenter Debian Alpine Ubuntu Linux OSS-Fuzz Android AlmaLinux".split(
    " ",
  );

/** Their name goes on after a colon: `Debian:12`, `Alpine:v3.20`, `Ubuntu:22.04:LTS`. */
const RELEASED = /^(?:Debian|Alpine|Ubuntu|Android|AlmaLinux|Rocky Linux|Red Hat|SUSE|openSUSE|Mageia|Photon OS):/i;

interface OsvQuery {
  readonly id?: string;
  readonly question?: Readonly<Record<string, unknown>>;
}

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

const one = json({
  request: ({ id }: OsvQuery) => get(`${API}/vulns/${encodeURIComponent(id ?? "")}`),
  body: Vulnerability,
  items: (vulnerability) => [itemOf(vulnerability)],
});

const ofPackage = json({
  pages: ({ question, page, cursor }: OsvQuery & PageAsk) =>
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
  read: either(({ id }: OsvQuery) => id !== undefined, one, ofPackage),
});
