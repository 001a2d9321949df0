import { of } from "rxjs";
import { z } from "zod";
import { emptyOn } from "../kit/answer.ts";
import { json, listOf } from "../kit/json.ts";
import type { PageAsk } from "../kit/paged.ts";
import { get } from "../kit/request.ts";
import type { ReadContext } from "../source.ts";

const API = "https://sources.debian.org/api";

/** Packages whose versions are asked for: the exact hit and nine others. */
const DETAILED = 10;

interface Hit {
  readonly name: string;
  readonly exact: boolean;
}

const bare = ({ name, exact }: Hit) => ({ title: name, name, url: `https://tracker.debian.org/pkg/${name}`, exact });

const Name = z.object({ name: z.string() });

/** The source packages whose name holds the words, the exact one first. */
export const names = json({
  request: ({ text }: { text: string } & PageAsk) => get(`${API}/search/${encodeURIComponent(text)}/`),
  judge: emptyOn(404),
  body: z.object({ results: z.object({ exact: Name.nullish(), other: z.array(Name) }) }),
  items: ({ results: { exact, other } }): Hit[] =>
    [...(exact ? [{ name: exact.name, exact: true }] : []), ...other.map(({ name }) => ({ name, exact: false }))].slice(
      0,
      DETAILED,
    ),
});

const Version = z.object({ version: z.string(), area: z.string().nullish(), suites: listOf(z.string()) });

/** The versions of one package, newest first. */
export const versions = json({
  request: ({ name }: Hit & PageAsk) => get(`${API}/src/${encodeURIComponent(name)}/`),
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
export function nameOnly(hit: Hit, context: ReadContext) {
  context.notice({ kind: "note", text: `sources.debian.org did not tell the versions of ${hit.name}` });
  return of(bare(hit));
}
