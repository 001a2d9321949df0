import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { query } from "../kit/ask/query.ts";
import { get, type Params } from "../kit/ask/request.ts";
import { either, orElse } from "../kit/compose/steps.ts";
import { json } from "../kit/readers/json.ts";
import type { Reader } from "../source.ts";

/** A commune, or an arrondissement of Paris, Lyon or Marseille. */
export interface Commune {
  readonly name: string;
  /** INSEE code. */
  readonly insee: string;
  readonly postcodes: readonly string[];
  readonly population?: number | undefined;
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
}

/** A place as it is asked for: its words, and what kind of words they are. */
export interface Place {
  readonly text: string;
  readonly kind: "name" | "digits" | "insee";
}

/** Five digits may be a postal code or an INSEE code; with 2A or 2B in front it is an INSEE code of Corsica. */
export const place = (example: string) =>
  query<Place>({
    describe: "a commune's name, postal code or INSEE code",
    example,
    parse: (q) => {
      const code = q.toUpperCase();
      if (/^\d{5}$/.test(code)) return { text: code, kind: "digits" };
      if (/^2[AB]\d{3}$/.test(code)) return { text: code, kind: "insee" };
      return { text: q, kind: "name" };
    },
  });

const Body = z.array(
  z.object({
    nom: z.string(),
    code: z.string(),
    codesPostaux: z.array(z.string()).nullish(),
    population: z.number().nullish(),
    centre: z.object({ coordinates: z.tuple([z.number(), z.number()]) }).nullish(),
  }),
);

/** The three communes whose arrondissements have codes of their own, with the first and the last of these. */
const DIVIDED: Readonly<Record<string, readonly [number, number]>> = {
  "75056": [75101, 75120],
  "69123": [69381, 69389],
  "13055": [13201, 13216],
};

const lookUp = (by: (text: string) => Params): Reader<Place, Commune> =>
  json({
    request: ({ text }: Place) =>
      get("https://geo.api.gouv.fr/communes", {
        ...by(text),
        fields: "nom,code,codesPostaux,population,centre",
        type: "commune-actuelle,arrondissement-municipal",
      }),
    body: Body,
    items: (communes, { text }, _response, context) => {
      // A postal code of Paris is one of all Paris and one of an arrondissement: the narrower one was meant.
      const narrow = communes.filter(({ code }) => !(code in DIVIDED));
      const [first, ...others] = (narrow.length > 0 ? narrow : communes).toSorted(
        (a, b) => (b.population ?? 0) - (a.population ?? 0),
      );
      if (!first) return [];
      const also = others.length > 0 ? `, the largest of ${others.length + 1} communes` : "";
      context.notice({ kind: "note", text: `${text} understood as ${first.nom} (${first.code})${also}` });
      return [
        {
          name: first.nom,
          insee: first.code,
          postcodes: first.codesPostaux ?? [],
          population: first.population ?? undefined,
          longitude: first.centre?.coordinates[0],
          latitude: first.centre?.coordinates[1],
        },
      ];
    },
  });

const byInsee = lookUp((code) => ({ code }));
const byPostcode = lookUp((codePostal) => ({ codePostal }));
const byName = lookUp((nom) => ({ nom, boost: "population", limit: 1 }));

const unknown: Reader<Place, Commune> = ({ text }) => {
  throw new SourceError("not-found", `No French commune is called, or has the code, “${text}”.`);
};

/** The commune that was meant: one item, or `not-found`. API Découpage administratif, https://geo.api.gouv.fr/ */
export const commune: Reader<Place, Commune> = orElse(
  either(
    ({ kind }) => kind === "name",
    byName,
    either(({ kind }) => kind === "digits", orElse(byPostcode, byInsee), byInsee),
  ),
  unknown,
);

/** The codes under which statistics by arrondissement hold a commune: its own, or those of its arrondissements. */
export function districtsOf(insee: string): readonly string[] {
  const [first, last] = DIVIDED[insee] ?? [];
  if (!first || !last) return [insee];
  return Array.from({ length: last - first + 1 }, (_, i) => String(first + i));
}

/** The department's code at the head of an INSEE code: three characters overseas, else two. */
export const departmentOf = (insee: string): string => insee.slice(0, insee.startsWith("97") ? 3 : 2);
