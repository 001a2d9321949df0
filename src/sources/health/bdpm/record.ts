import { textOfHtml } from "../../kit/html/dom.ts";
import { isoDate } from "../../kit/values/dates.ts";
import { webUrl } from "../../kit/values/links.ts";
import { excerpt, saysAll } from "../../kit/values/text.ts";
import type { Register, Row } from "./files.ts";

/** What is looked for: a number of one of the register's kinds, or words. */
export interface Asked {
  readonly text: string;
  readonly cis?: string | undefined;
  readonly cip?: string | undefined;
  readonly atc?: string | undefined;
}

const folded = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "");

/** "31/12/2024" as an ISO date; others as they are understood everywhere. */
const dayOf = (written: string | undefined): string | undefined =>
  isoDate(written?.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, "$3-$2-$1"));

/** "1,234,56" is 1234.56: the last comma alone is the decimal one. */
function euros(written: string | undefined): number | undefined {
  const [, whole = "", cents = "0"] = /^([\d,\s]{1,15}?)(?:,(\d{1,2}))?$/.exec(written ?? "") ?? [];
  return whole ? Number(`${whole.replace(/\D/g, "")}.${cents}`) : undefined;
}

/** Rows by their CIS code, of the codes wanted. */
function byCis(rows: readonly Row[], column: number, wanted: ReadonlySet<string>): (cis: string) => readonly Row[] {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const cis = row[column] ?? "";
    if (!wanted.has(cis)) continue;
    const there = found.get(cis);
    if (there) there.push(row);
    else found.set(cis, [row]);
  }
  return (cis) => found.get(cis) ?? [];
}

/** The medicines asked for: those whose name begins so and that are sold come first. */
function chosen({ medicines, substances, packs, classes }: Register, { text, cis, cip, atc }: Asked): readonly Row[] {
  if (cis) return medicines.filter((row) => row[0] === cis);
  if (atc) {
    const those = new Set(classes.filter((row) => row[1] === atc).map((row) => row[0]));
    return medicines.filter((row) => those.has(row[0]));
  }
  if (cip) {
    const those = new Set(packs.filter((row) => row[6] === cip || row[1] === cip).map((row) => row[0]));
    return medicines.filter((row) => those.has(row[0]));
  }
  const words = folded(text);
  const made = new Set(substances.filter((row) => saysAll(words, folded(row[3] ?? ""))).map((row) => row[0]));
  const order = ([, name = "", , , , , marketed = ""]: Row): number =>
    (folded(name).toLowerCase().startsWith(words.toLowerCase()) ? 0 : 2) + (/^commerc/i.test(marketed) ? 0 : 1);
  return medicines
    .filter((row) => made.has(row[0]) || saysAll(words, folded(row[1] ?? "")))
    .toSorted((one, other) => order(one) - order(other));
}

const KINDS: Readonly<Record<string, "reference" | "generic" | "complementary" | "substitutable">> = {
  "0": "reference",
  "1": "generic",
  "2": "complementary",
  "4": "substitutable",
};

const packOf = ([, cip7, label, status, marketing, since, cip13, hospitals, share, price]: Row) => ({
  label,
  cip7,
  cip13,
  status,
  marketing,
  since: dayOf(since),
  hospitals: hospitals ? /^oui$/i.test(hospitals) : undefined,
  reimbursement: share,
  priceEur: euros(price),
});

const opinionOf = ([, dossier, reason, date, level, said]: Row) => ({
  dossier,
  reason,
  date: isoDate(date),
  level,
  text: textOfHtml(said),
});

/** An anchor with its text: `<a href='…'>…</a>`. */
function warningOf([, from, until, anchor]: Row) {
  const text = textOfHtml(anchor);
  const link = /\bhref\s*=\s*["']([^"']{1,2000})["']/i.exec(anchor ?? "")?.[1];
  return text ? [{ text, date: dayOf(from), until: dayOf(until), url: webUrl(link) }] : [];
}

/** The medicines asked for, each with all that the register says of it. */
export function itemsOf(register: Register, asked: Asked, most: number) {
  const found = chosen(register, asked).slice(0, most);
  const wanted = new Set(found.map((row) => row[0] ?? ""));
  const groupIds = new Set(register.groups.filter((row) => wanted.has(row[2] ?? "")).map((row) => row[0]));
  const grouped = register.groups.filter((row) => groupIds.has(row[0]));
  const related = new Set([...wanted, ...grouped.map((row) => row[2] ?? "")]);
  const medicine = byCis(register.medicines, 0, related);
  const packs = byCis(register.packs, 0, related);
  const substances = byCis(register.substances, 0, wanted);
  const of = (rows: readonly Row[]) => byCis(rows, 0, wanted);
  const [conditions, shortages, benefits] = [of(register.conditions), of(register.shortages), of(register.benefits)];
  const [improvements, classes, warnings] = [of(register.improvements), of(register.classes), of(register.warnings)];

  const alternativesOf = (cis: string) => {
    const own = new Set(grouped.filter((row) => row[2] === cis).map((row) => row[0]));
    return grouped
      .filter((row) => own.has(row[0]) && row[2] !== cis)
      .flatMap(([, , other = "", kind = ""]) => {
        const [there] = medicine(other);
        const pack = packs(other)
          .map(packOf)
          .find(({ priceEur }) => priceEur !== undefined);
        if (!there) return [];
        const { priceEur, reimbursement } = pack ?? {};
        return [{ cis: other, name: there[1] ?? other, kind: KINDS[kind], holder: there[10], priceEur, reimbursement }];
      });
  };

  return found.map((row) => {
    const [cis = "", name = "", form, routes, status, procedure, marketing, date, alert, euNumber, holder, watched] =
      row;
    const principles = substances(cis)
      .filter((one) => one[3])
      .map(([, element, , substance = "", dose, per, nature]) => ({
        substance,
        dose,
        per,
        element,
        nature: nature === "FT" ? ("therapeutic fraction" as const) : ("active substance" as const),
      }));
    const active = [...new Set(principles.map(({ substance }) => substance))];
    const group = grouped.find((one) => one[2] === cis);
    return {
      title: name,
      url: `https://base-donnees-publique.medicaments.gouv.fr/medicament/${cis}/extrait`,
      snippet: excerpt([form, holder, active.join(" + ")].filter(Boolean).join(", ")),
      id: cis,
      name,
      substances: active,
      form,
      routes: routes?.split(";").map((route) => route.trim()),
      holder,
      status,
      date: dayOf(date),
      procedure,
      marketing,
      alert,
      euNumber,
      enhancedMonitoring: watched ? /^oui$/i.test(watched) : undefined,
      principles,
      packs: packs(cis).map(packOf),
      genericGroup: group?.[1],
      genericKind: KINDS[group?.[3] ?? ""],
      alternatives: alternativesOf(cis),
      conditions: conditions(cis).map((one) => one[1] ?? ""),
      warnings: warnings(cis).flatMap(warningOf),
      shortages: shortages(cis).map(([, cip13, , said, since, updated, back, link]) => ({
        cip13,
        status: said,
        since: dayOf(since),
        updatedAt: dayOf(updated),
        backAt: dayOf(back),
        url: webUrl(link),
      })),
      benefits: benefits(cis).map(opinionOf),
      improvements: improvements(cis).map(opinionOf),
      atc: classes(cis)[0]?.[1],
    };
  });
}
