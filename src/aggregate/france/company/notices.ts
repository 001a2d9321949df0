import type { associations } from "../../../sources/french/associations.ts";
import type { boamp } from "../../../sources/french/boamp.ts";
import type { bodacc } from "../../../sources/french/bodacc.ts";
import { plainName } from "../../../sources/kit/services/insee-codes.ts";
import { clip } from "../../../sources/kit/values/text.ts";
import type { Draft, ItemOf } from "../../../sources/source.ts";
import type { Answer } from "./answer.ts";

export type LegalNotice = ItemOf<typeof bodacc>;

const LATEST = 10;
const CONTRACTS = 5;
const MOST_TEXT = 240;

/** Judgments that end a proceeding. */
const ENDS = /cl[oô]tur|fin de la proc|r[ée]tractation|infirm/i;

const newestFirst = <T extends { readonly date?: string | undefined }>(items: readonly T[]): readonly T[] =>
  items.toSorted((a, b) => (b.date ?? "").localeCompare(a.date ?? ""));

/** Insolvency as the newest judgment that was announced leaves it. */
function insolvencyIn(notices: readonly LegalNotice[]): Draft<Answer["legal_notices"]["insolvency"]> {
  const [last] = notices.filter(({ familyCode }) => familyCode === "collective");
  if (!last) return { open: false };
  const nature = last.judgment?.nature ?? last.judgment?.family;
  return { open: !ENDS.test(nature ?? ""), last: last.judgment?.date ?? last.date, nature, court: last.court };
}

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

/** The awards whose winner bears the company's name; the words of others may hold it too. */
export function contractsOf(items: readonly ItemOf<typeof boamp>[], name: string): Draft<Answer["public_contracts"]> {
  const wanted = plainName(name);
  const won = newestFirst(items).filter(({ winners }) =>
    winners?.some((winner) => ` ${plainName(winner)} `.includes(` ${wanted} `)),
  );
  return {
    won_n: won.length,
    latest: won.slice(0, CONTRACTS).map(({ date, title, buyer, url }) => ({ date, title, buyer, url })),
  };
}
