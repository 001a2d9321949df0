import { catchError, concatMap, from, lastValueFrom, map, of, throwError, toArray } from "rxjs";
import { describe, expect, it } from "vitest";
import { SourceError, toSourceError } from "../../src/errors.ts";
import { sources } from "../../src/sources/catalogue.ts";
import { runSource } from "../../src/sources/run.ts";
import type { ListedSource } from "../../src/sources/source.ts";
import { replayUpstream } from "../support/replay-upstream.ts";

/** Names that every plain object answers to: a table that is asked with a user's word must not. */
const NAMES = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"];

const nowhere = () => throwError(() => new SourceError("unreachable", "There is no network here."));
const upstream = { ...replayUpstream(() => undefined), http: nowhere, whois: nowhere, dns: nowhere, tls: nowhere };

/** The options of a source that take any text. */
const texts = ({ query }: ListedSource): string[] =>
  Object.entries(query.options.properties ?? {}).flatMap(([name, schema]) =>
    typeof schema === "object" && schema.type === "string" && !schema.enum ? [name] : [],
  );

function* questions(source: ListedSource) {
  for (const q of NAMES) yield { q, options: {} };
  for (const name of texts(source))
    for (const word of NAMES) yield { q: source.query.example, options: { [name]: word } };
}

describe("a word that every object answers to", () => {
  it.each(sources.map((source) => [`${source.category}/${source.id}`, source] as const))(
    "is a word like any other to %s",
    async (_name, source) => {
      const keys = Object.fromEntries((source.key?.env ?? []).map((name) => [name, "k"]));
      const failures$ = from([...questions(source)]).pipe(
        concatMap(({ q, options }) =>
          runSource(source, { q, pagecount: 1, noCache: true, options }, { upstream, keys }).pipe(
            toArray(),
            map(() => undefined),
            catchError((thrown: unknown) => {
              const error = toSourceError(thrown);
              return of(
                error.kind === "internal" ? `${q} ${JSON.stringify(options)}: ${error.cause ?? error}` : undefined,
              );
            }),
          ),
        ),
        toArray(),
      );
      expect((await lastValueFrom(failures$)).filter((failure) => failure !== undefined)).toEqual([]);
    },
  );
});
