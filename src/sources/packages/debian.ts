import { of } from "rxjs";
import { z } from "zod";
import { defineSource } from "../define.ts";
import { concurrentSteps, fallback } from "../kit/compose/steps.ts";
import { json, listOf } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { emptyOn } from "../kit/responses/answer.ts";
import type { ReadContext } from "../source.ts";
import { PackageItem } from "./item.ts";

const API = "https://sources.debian.org/api";

const Name = z.object({ name: z.string() });

interface Hit {
  readonly name: string;
  readonly exact: boolean;
}

/** Packages whose versions are asked for: the exact hit and nine others. */
const DETAILED = 10;

/** The source packages whose name holds the words, the exact one first. */
const names = json({
  request: ({ text }: { text: string } & PageRequest) => get(`${API}/search/${encodeURIComponent(text)}/`),
  judge: emptyOn(404),
  body: z.object({ results: z.object({ exact: Name.nullish(), other: z.array(Name) }) }),
  items: ({ results: { exact, other } }): Hit[] =>
    [...(exact ? [{ name: exact.name, exact: true }] : []), ...other.map(({ name }) => ({ name, exact: false }))].slice(
      0,
      DETAILED,
    ),
});

const Version = z.object({ version: z.string(), area: z.string().nullish(), suites: listOf(z.string()) });

const bare = ({ name, exact }: Hit) => ({ title: name, name, url: `https://tracker.debian.org/pkg/${name}`, exact });

/** The versions of one package, newest first. */
const versions = json({
  request: ({ name }: Hit & PageRequest) => get(`${API}/src/${encodeURIComponent(name)}/`),
  body: z.object({ package: z.string(), versions: z.array(Version) }),
  items: (found, hit) => {
    const newest = found.versions[0];
    return [
      {
        ...bare({ ...hit, name: found.package }),
        snippet: newest && `${newest.version} in ${newest.suites.join(", ")}`,
        version: newest?.version,
        suites: newest?.suites,
        area: newest?.area,
        versions: found.versions.map(({ version, suites }) => ({ version, suites })),
      },
    ];
  },
});

/** A package whose versions cannot be had is still one that was found. */
function nameOnly(hit: Hit, context: ReadContext) {
  context.notice({ kind: "note", text: `sources.debian.org did not tell the versions of ${hit.name}` });
  return of(bare(hit));
}

export const debian = defineSource({
  id: "debian",
  title: "Debian packages",
  docs: "https://sources.debian.org/doc/api/",
  terms: "no key, no stated limit; source packages, ten of them with their versions",
  query: text("a source package's name or part of it", "openssh"),
  item: PackageItem.extend({
    exact: z.boolean().describe("whether the name is the one asked for"),
    suites: z.array(z.string()).optional().describe("the suites that hold the newest version"),
    area: z.string().optional().describe("main, contrib, non-free or non-free-firmware"),
    versions: z
      .array(z.object({ version: z.string(), suites: z.array(z.string()) }))
      .optional()
      .describe("newest first"),
  }),
  polite: { concurrency: 4 },
  read: concurrentSteps(
    4,
    names,
    fallback(versions, nameOnly, ["not-found", "blocked", "changed", "unreachable", "timeout", "rate-limited"]),
  ),
});
