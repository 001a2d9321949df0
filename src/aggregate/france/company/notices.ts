import type { associations } from "../../../sources/french/associations.ts";
import type { boamp } from "../../../sources/french/boamp.ts";
import { clip } from "../../../sources/kit/values/text.ts";
import type { Draft, ItemOf } from "../../../sources/source.ts";
import type { Answer } from "./answer.ts";
import { insolvencyIn, type LegalNotice } from "./insolvency.ts";
import { legalName } from "./legal-name.ts";

const LATEST = 10;
const CONTRACTS = 5;
const MOST_TEXT = 240;

const newestFirst = <T extends { readonly date?: string | undefined }>(items: readonly T[]): readonly T[] =>
  items.toSorted((a, b) => (b.date ?? "").localeCompare(a.date ?? ""));

const textOf = ({ judgment, details }: LegalNotice): string | undefined => {
  const said = judgment
    ? [judgment.nature, judgment.text].filter(Boolean).join(" – ")
    : Object.values(details ?? {}).join(" – ");
  return said ? clip(said, MOST_TEXT) : undefined;
};

/** What the bulletin of commercial notices announced. */
export function noticesOf(items: readonly LegalNotice[]): Draft<Answer["legal_notices"]> {
  const notices = newestFirst(items);
  const families = Map.groupBy(notices, ({ family }) => family ?? "");
  return {
    n: notices.length,
    from: notices.at(-1)?.date,
    to: notices[0]?.date,
    by_family: [...families]
      .map(([family, { length: n }]) => ({ family, n }))
      .toSorted((a, b) => b.n - a.n || a.family.localeCompare(b.family)),
    insolvency: insolvencyIn(notices),
    last_accounts: notices.find(({ familyCode }) => familyCode === "dpc")?.date,
    latest: notices.slice(0, LATEST).map((notice) => ({
      date: notice.date,
      family: notice.family,
      type: notice.noticeType,
      text: textOf(notice),
      url: notice.url,
    })),
  };
}

/** What the register of associations announced, each notice once. */
export const associationsOf = (items: readonly ItemOf<typeof associations>[]): Draft<Answer["associations"]> => {
  const distinct = new Map(items.map((item) => [item.id ?? item.url ?? item.title, item]));
  return newestFirst([...distinct.values()]).map(({ title, rna, kind, date, snippet, city, notice, url }) => ({
    name: title,
    rna,
    kind,
    date,
    object: snippet && clip(snippet, MOST_TEXT),
    city,
    accounts_filed: notice === "dca",
    url,
  }));
};

/** An award that was annulled, corrected or without a winner is none. */
const isAward = ({ noticeType, state }: ItemOf<typeof boamp>): boolean =>
  !/annul|rectif|infructueu|sans suite/i.test(`${noticeType ?? ""} ${state ?? ""}`);

/** The awards whose winner has the company's whole legal name; `read`: how many notices were read at most. */
export function contractsOf(
  items: readonly ItemOf<typeof boamp>[],
  name: string,
  read: number,
): Draft<Answer["public_contracts"]> {
  const wanted = legalName(name);
  const won = newestFirst(items).filter(
    (item) => isAward(item) && item.winners?.some((winner) => legalName(winner) === wanted),
  );
  return {
    won_n: won.length,
    at_least: items.length >= read,
    latest: won.slice(0, CONTRACTS).map(({ date, title, buyer, url }) => ({ date, title, buyer, url })),
  };
}
