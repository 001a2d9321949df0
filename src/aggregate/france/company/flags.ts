import type { Draft } from "../../../sources/source.ts";
import type { Answer } from "./answer.ts";
import { type LegalNotice, standing } from "./insolvency.ts";
import type { Found } from "./register.ts";
import { filesAccounts } from "./words.ts";

type Flag = Draft<Answer["flags"][number]>;

/** What is judged; a part that is absent is not known. */
export interface Known {
  readonly found: Found;
  readonly notices: readonly LegalNotice[] | undefined;
  readonly legal: Draft<Answer["legal_notices"]> | undefined;
  readonly identifiers: Draft<Answer["identifiers"]>;
  readonly contracts: Draft<Answer["public_contracts"]> | undefined;
  readonly estate: Draft<Answer["real_estate"]> | undefined;
}

const DAY_MS = 86_400_000;
const YEAR_DAYS = 365;
const ACCOUNTS_DAYS = 2 * YEAR_DAYS;
const CHANGES = 3;
const FALL = -0.2;

/** Words of who leads a company; the administration of estates is a trade. */
const DIRECTORS =
  /\badministration\b(?! d(?:e|es|['’]) ?(?:biens|immeubles|entreprises))|\bg[ée]ran(?:te?s?|ce)\b|\bpr[ée]siden(?:te?s?|ce)\b|\bdirigeante?s?\b|\bdirecteurs?\b|\bdirectrices?\b/i;

/** Streets are called after presidents: an address is no change of those who lead. */
const ADDRESS =
  /\b(?:rue|avenue|av|boulevard|bd|place|pl|quai|cours|all[ée]e|chemin|route|square|impasse|esplanade)\b[^.;:]{0,80}/gi;

const isOfDirectors = (text: string): boolean => DIRECTORS.test(text.replace(ADDRESS, " "));

/** Changes of those who lead, each as it was first announced: what corrects or annuls a notice is no further change. */
const changesOf = (notices: readonly LegalNotice[]): readonly LegalNotice[] =>
  standing(notices).filter(
    ({ noticeType, details }) =>
      !/rectif/i.test(noticeType ?? "") && Object.values(details ?? {}).some((text) => isOfDirectors(text)),
  );

const flag = (level: Flag["level"], id: string, source: string, sentence: string, date?: string): Flag => ({
  id,
  level,
  sentence,
  source,
  date,
});

/** What due diligence should look at, the gravest first: found by rules over what the registers say, and no judgment. */
export function flagsOf(known: Known, now: number): readonly Flag[] {
  return [...red(known), ...amber(known, now), ...info(known)];
}

function red({ found: { by, company }, legal, identifiers }: Known): readonly Flag[] {
  const { open, last, nature } = legal?.insolvency ?? {};
  return [
    ...(company.status === "ceased"
      ? [flag("red", "ceased", by, "The company has ceased.", company.closed ?? undefined)]
      : []),
    ...(open
      ? [
          flag(
            "red",
            "insolvency-open",
            "bodacc",
            `An insolvency proceeding is open${nature ? `: ${nature}` : ""}.`,
            last ?? undefined,
          ),
        ]
      : []),
    ...(identifiers.vat_valid === false
      ? [flag("red", "vat-invalid", "vies", "Its VAT number is not valid.", identifiers.vat_checked ?? undefined)]
      : []),
  ];
}

function amber({ found, notices, legal, identifiers }: Known, now: number): readonly Flag[] {
  const { by, company } = found;
  const daysSince = (date: string | null | undefined): number | undefined => {
    const at = Date.parse(date ?? "");
    return Number.isNaN(at) ? undefined : (now - at) / DAY_MS;
  };
  const age = daysSince(company.created);
  const filed = daysSince(legal?.last_accounts);
  const silent =
    filesAccounts(company.legal_form_code ?? undefined) && company.status === "active" && (age ?? 0) >= ACCOUNTS_DAYS;
  const [last, before] = found.finances ?? [];
  const change =
    last?.year !== undefined &&
    before?.year === last.year - 1 &&
    typeof last.turnover === "number" &&
    before.turnover &&
    before.turnover > 0
      ? last.turnover / before.turnover - 1
      : undefined;
  const changes = changesOf(
    (notices ?? []).filter(
      ({ familyCode, date }) => familyCode === "modification" && (daysSince(date) ?? YEAR_DAYS) < YEAR_DAYS,
    ),
  );
  return [
    ...(legal && silent && (filed === undefined || filed >= ACCOUNTS_DAYS)
      ? [
          flag(
            "amber",
            "accounts-missing",
            "bodacc",
            filed === undefined ? "No filing of accounts was announced." : "No accounts were filed for 24 months.",
            legal.last_accounts ?? undefined,
          ),
        ]
      : []),
    ...(last?.net_income !== undefined && last.net_income !== null && last.net_income < 0
      ? [flag("amber", "loss", by, `It made a loss in ${last.year}.`)]
      : []),
    ...(change !== undefined && change <= FALL
      ? [flag("amber", "turnover-fell", by, `Its turnover fell by ${Math.round(-change * 100)} % in ${last?.year}.`)]
      : []),
    ...(age !== undefined && age < YEAR_DAYS
      ? [flag("amber", "young", by, "It was founded less than twelve months ago.", company.created ?? undefined)]
      : []),
    ...(identifiers.lei_status === "LAPSED"
      ? [flag("amber", "lei-lapsed", "gleif", "Its LEI was not renewed.", identifiers.lei_renewal ?? undefined)]
      : []),
    ...(changes.length >= CHANGES
      ? [
          flag(
            "amber",
            "directors-changed",
            "bodacc",
            `${changes.length} changes of its direction were announced in twelve months.`,
            changes[0]?.date,
          ),
        ]
      : []),
  ];
}

function info({ found: { by, restricted }, contracts, estate }: Known): readonly Flag[] {
  return [
    ...(restricted
      ? [flag("info", "partly-unpublished", by, "Part of its record is not published, at its own wish.")]
      : []),
    ...(contracts && contracts.won_n > 0
      ? [
          flag(
            "info",
            "public-contracts",
            "boamp",
            `It is named as the winner of ${contracts.at_least ? "at least " : ""}${contracts.won_n} public contracts.`,
          ),
        ]
      : []),
    ...(estate && estate.at_address_n > 0
      ? [
          flag(
            "info",
            "sales-at-address",
            "dvf",
            `${estate.at_address_n} sales were published at the head office's address.`,
          ),
        ]
      : []),
    ...(estate?.nearby_n && estate.nearby_n > 0
      ? [
          flag(
            "info",
            "sales-nearby",
            "dvf",
            `${estate.nearby_n} sales were published at other doors within 30 m of the head office.`,
          ),
        ]
      : []),
  ];
}
