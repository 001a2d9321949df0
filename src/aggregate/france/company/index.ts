import { catchError, map, merge, type Observable, take, throwError, throwIfEmpty } from "rxjs";
import type { z } from "zod";
import { toSourceError } from "../../../errors.ts";
import type { associations } from "../../../sources/french/associations.ts";
import type { Draft } from "../../../sources/source.ts";
import { defineAnalysis } from "../../define.ts";
import type { SourceClient } from "../../source-client.ts";
import { answer, meant } from "./answer.ts";
import { prompt } from "./prompt.ts";
import { type AskedCompany, companyQuery } from "./query.ts";
import { resolvedCompany } from "./register.ts";
import { SOURCES } from "./sources.ts";
import { stagesOf } from "./stages.ts";

/** An association that the register of companies does not know, by its notices; without any, why it is not known. */
const announced = (
  ask: Pick<SourceClient<"associations">, "items">,
  { rna }: AskedCompany,
  error: unknown,
): Observable<Draft<z.output<typeof meant>>> =>
  rna === undefined || toSourceError(error).kind !== "not-found"
    ? throwError(() => error)
    : ask.items<typeof associations>("associations", rna).pipe(
        take(1),
        map(({ title }) => ({ name: title, rna, by: "associations", others: [] })),
        throwIfEmpty(() => error),
      );

/** What public registers say of a French company, for due diligence. */
export const company = defineAnalysis({
  path: "/france/company",
  title: "French company",
  describe:
    "Due diligence on a French company: register record, accounts, directors, legal notices and insolvency, associations, public contracts, property sales at its address, and what to look at.",
  q: {
    describe: "a SIREN, SIRET, French VAT number, an association's RNA number, or a company's name",
    example: "552032534",
    schema: companyQuery,
  },
  parameters: {},
  sources: SOURCES,
  budgetMs: 25_000,
  understood: meant,
  answer,
  from: {
    company: ["recherche_entreprises", "sirene", "gleif"],
    finances: ["recherche_entreprises"],
    directors: ["recherche_entreprises"],
    associations: ["associations"],
    legal_notices: ["bodacc"],
    real_estate: ["dvf"],
    public_contracts: ["boamp"],
    identifiers: ["gleif", "vies"],
    flags: [],
  },
  fields: { "identifiers.lei": ["gleif"], "identifiers.vat_valid": ["vies"] },
  limits: [
    "Sales are published without names: those at the company's address need not be its own.",
    "Beneficial owners, debts and full accounts need other registers.",
    "Directors are those the register publishes.",
  ],
  run: ({ input, ask, section, understood, now }) => {
    const resolved$ = resolvedCompany(ask, input);
    const stages = stagesOf(ask, resolved$.pipe(map(({ found }) => found)), input, now());
    return merge(
      understood(
        resolved$.pipe(
          map(({ found: { by, company: its }, others }) => ({
            name: its.name,
            siren: its.siren,
            rna: input.rna,
            by,
            others: others.map(({ company: { name, siren, city } }) => ({ name, siren, city })),
          })),
          catchError((error: unknown) => announced(ask, input, error)),
        ),
      ),
      section("company", stages.company),
      section("finances", stages.finances),
      section("directors", stages.directors),
      section("associations", stages.associations),
      section("legal_notices", stages.legal_notices),
      section("real_estate", stages.real_estate),
      section("public_contracts", stages.public_contracts),
      section("identifiers", stages.identifiers),
      section("flags", stages.flags),
    );
  },
  prompt,
});
