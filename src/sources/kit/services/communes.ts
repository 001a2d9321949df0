import { concatMap, type Observable, toArray } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import type { QuerySpec, ReadContext, Reader } from "../../source.ts";
import { branch, onEmpty, readingOf } from "../compose/steps.ts";
import { json, listOf } from "../readers/json.ts";
import { coordinatesIn } from "../requests/coordinates.ts";
import { query } from "../requests/query.ts";
import { get, type Params } from "../requests/request.ts";
import { emptyOn } from "../responses/answer.ts";
import { arrondissementIn } from "./insee-codes.ts";
import { largestFirst, meant, namesakes } from "./meant-commune.ts";
import type { Spot } from "./open-meteo.ts";

/*
 * How every source understands a place of France: by the API Découpage administratif,
 * https://geo.api.gouv.fr/decoupage-administratif/communes
 */

/** A place as it is asked for: its words, and what kind of words they are. */
export interface Place {
  readonly text: string;
  readonly kind: "name" | "digits" | "insee" | "point";
  /** Where the words are coordinates. */
  readonly point?: Spot | undefined;
  /** Postal code that stands beside a name. */
  readonly postcode?: string | undefined;
  /** Department's code that stands in brackets behind a name. */
  readonly department?: string | undefined;
}

/**
 * What the words of a place are: `48.86,2.35` a point, `insee:59350` an INSEE code; five digits may be a postal code or an
 * INSEE code, but with 2A or 2B in front they are an INSEE code of Corsica; "44000 Nantes", "Nantes 44000" and
 * "Saint-Denis (974)" are a name that something is added to.
 */
export function placeIn(q: string): Place {
  const point = coordinatesIn(q);
  if (point) return { text: `${point.latitude}, ${point.longitude}`, kind: "point", point };
  const code = q.replace(/^insee\s*:\s*/i, "").toUpperCase();
  if (code.length < q.length) {
    if (/^(\d{2}|2[AB])\d{3}$/.test(code)) return { text: code, kind: "insee" };
    throw new SourceError("bad-query", "q: an INSEE code has five characters, for example insee:59350.");
  }
  if (/^\d{5}$/.test(code)) return { text: code, kind: "digits" };
  if (/^2[AB]\d{3}$/.test(code)) return { text: code, kind: "insee" };
  const arrondissement = arrondissementIn(q);
  if (arrondissement) return { text: arrondissement, kind: "insee" };
  const [, before, name = "", after] = /^(?:(\d{5}) )?(\D{1,200}?)(?: (\d{5}))?$/.exec(q.replace(/\s+/g, " ")) ?? [];
  const postcode = before ?? after;
  if (postcode && name) return { text: name, kind: "name", postcode };
  const [, named, department] = /^(.{1,200}?) ?\((\d{2,3}|2[AB])\)$/i.exec(q) ?? [];
  if (named && department) return { text: named, kind: "name", department: department.toUpperCase() };
  return { text: q, kind: "name" };
}

/** A query that is a place. */
export const place = <Shape extends z.ZodObject = z.ZodObject<Record<string, never>>>(
  example: string,
  options?: Shape,
): QuerySpec<Place & z.output<Shape>> =>
  query({
    describe:
      "a commune's name, postal code or INSEE code (insee:59350 where it could be another one's postal code), or latitude,longitude",
    example,
    ...(options && { options }),
    parse: (q, given) => ({ ...given, ...placeIn(q) }),
  });

const Named = z.object({ code: z.string().nullish(), nom: z.string().nullish() }).nullish();

const Entry = z
  .object({
    nom: z.string(),
    code: z.string(),
    codesPostaux: z.array(z.string()).nullish(),
    siren: z.string().nullish(),
    population: z.number().nullish(),
    surface: z.number().nullish(),
    centre: z.object({ coordinates: z.tuple([z.number(), z.number()]) }).nullish(),
    departement: Named,
    region: Named,
    epci: Named,
    codeDepartement: z.string().nullish(),
    codeRegion: z.string().nullish(),
    codeEpci: z.string().nullish(),
    _score: z.number().nullish(),
  })
  .transform((entry) => ({
    name: entry.nom,
    insee: entry.code,
    postcodes: entry.codesPostaux ?? [],
    siren: entry.siren,
    population: entry.population ?? undefined,
    hectares: entry.surface,
    longitude: entry.centre?.coordinates[0],
    latitude: entry.centre?.coordinates[1],
    department: entry.departement?.nom,
    departmentCode: entry.departement?.code ?? entry.codeDepartement,
    region: entry.region?.nom,
    regionCode: entry.region?.code ?? entry.codeRegion,
    epci: entry.epci?.nom,
    epciCode: entry.epci?.code ?? entry.codeEpci,
    matchScore: entry._score,
  }));

/** A commune, or an arrondissement of Paris, Lyon or Marseille. */
export type Commune = z.output<typeof Entry>;

const lookUp = (by: (place: Place) => Params): Reader<Place, Commune> =>
  json({
    request: (asked: Place) =>
      get("https://geo.api.gouv.fr/communes", {
        ...by(asked),
        fields: "nom,code,codesPostaux,siren,population,surface,centre,departement,region,epci",
        type: "commune-actuelle,arrondissement-municipal",
      }),
    body: listOf(Entry),
    judge: emptyOn(404),
    items: (entries) => entries,
  });

const byInsee = lookUp(({ text }) => ({ code: text }));
const byPostcode = lookUp(({ text }) => ({ codePostal: text }));
const byPoint = lookUp(({ point }) => ({ lat: point?.latitude, lon: point?.longitude }));
const byName = lookUp(({ text, postcode, department }) => ({
  nom: text,
  codePostal: postcode,
  codeDepartement: department,
  boost: "population",
  limit: 20,
}));

/** All communes that a place's words may mean, the likeliest first. */
export const communesOf: Reader<Place, Commune> = branch(
  ({ kind }) => kind === "name",
  byName,
  branch(
    ({ kind }) => kind === "digits",
    onEmpty(byPostcode, byInsee),
    branch(({ kind }) => kind === "point", byPoint, byInsee),
  ),
);

/** The largest of some communes, and a notice of how the words were understood. */
function understood({ text }: Place, communes: readonly Commune[], { notice }: ReadContext): Commune[] {
  const [first, ...others] = largestFirst(communes);
  if (!first) return [];
  const names = others.slice(0, 5).map(({ name, insee }) => `${name} (${insee})`);
  const more = others.length > names.length ? ", …" : "";
  const also = names.length > 0 ? `, the largest of ${communes.length} communes: also ${names.join(", ")}${more}` : "";
  notice({ kind: "note", text: `${text} understood as ${first.name} (${first.insee})${also}` });
  return [first];
}

const chosen =
  (choose: (asked: Place, communes: readonly Commune[]) => readonly Commune[]): Reader<Place, Commune> =>
  (asked, context): Observable<Commune> =>
    readingOf("french/communes", communesOf)(asked, { ...context, pages: 1 }).pipe(
      toArray(),
      concatMap((communes) => understood(asked, choose(asked, communes), context)),
    );

/** No commune is what the words say. */
/** `alike`: what the register answered instead. */
export const unknownCommune = (
  { text }: Place,
  alike: readonly { readonly name: string; readonly insee: string }[] = [],
): SourceError => {
  const others = alike.slice(0, 5).map(({ name, insee }) => `${name} (${insee})`);
  const told = others.length > 0 ? ` Others that were found: ${others.join(", ")}.` : "";
  return new SourceError("not-found", `No French commune is called, or has the code, “${text}”.${told}`);
};

const unknown: Reader<Place, Commune> = (asked) => {
  throw unknownCommune(asked);
};

/** The commune that was meant, said in a notice: one item, or `not-found`. */
export const commune: Reader<Place, Commune> = onEmpty(chosen(meant), unknown);

/** The commune of that very name, or of that code; nothing where no commune is called so. */
export const communeNamed: Reader<Place, Commune> = chosen((asked, communes) =>
  asked.kind === "name" ? namesakes(asked, communes) : meant(asked, communes),
);
