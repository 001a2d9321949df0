import type { bodacc } from "../../../sources/french/bodacc.ts";
import type { Draft, ItemOf } from "../../../sources/source.ts";
import type { Answer } from "./answer.ts";

/** A notice of the bulletin of commercial notices. */
export type LegalNotice = ItemOf<typeof bodacc>;

/*
 * How judgments leave a proceeding, by the natures of judgment that BODACC announces in its family “Procédures collectives”
 * (code de commerce, articles R621-8 and R641-7).
 */

/** What a judgment does to a proceeding; `none`: it changes nothing of its being open. */
type Effect = "opens" | "ends" | "none";

/** The first that fits decides: a closing that is overturned opens again what was closed. */
const EFFECTS: readonly (readonly [Effect, RegExp])[] = [
  // What ends one proceeding, or refuses a plan, may open the next in the same judgment.
  [
    "opens",
    /(?:\bet|,) (?:prononçant|ouvrant|ouverture|ordonnant|conversion|convertissant)(?: d['’]office)? (?:l['’]ouverture )?(?:en |d['’]une |de la |la |une )?(?:proc[ée]dure de )?(?:liquidation|redressement|sauvegarde)/i,
  ],
  // Lists, deposits and dates name the opening that they belong to; so do the simplified rules, whose end is not the proceeding's.
  ["none", /cr[ée]ances|d[ée]p[oô]t|date de (?:la )?cessation|(?:fin|renon).{0,60}(?:r[èe]gles|simplifi)/i],
  ["none", /fin (?:à|de) la p[ée]riode d['’]observation|rejet|irrecevab|confirm.{0,80}(?:cl[oô]tur|rejet)/i],
  [
    "opens",
    /r[ée]ouver|reprise de la (?:proc|liquid)|infirm.{0,80}cl[oô]tur|annul.{0,80}cl[oô]tur|r[ée]solution du plan|r[ée]solvant le plan/i,
  ],
  ["ends", /ex[ée]cution du plan|ach[èe]vement du plan|r[ée]tract|infirm|annul|extinction/i],
  [
    "ends",
    /cl[oô]tur|mett?ant fin|met fin|mis fin|fin de (?:la|l['’]) ?(?:proc|liquid|sauvegarde|redress)|fin du redress/i,
  ],
  ["none", /relaxe|faillite personnelle|interdiction de g[ée]rer|sanction|banqueroute|non[- ]lieu/i],
  // What it opens or becomes stands before whom it names and for how long it goes on.
  [
    "opens",
    /ouver|ouvr|conver|pronon.{0,20}(?:liquidation|redressement|sauvegarde|extension)|(?:jugement|arr[êe]t) (?:de|d['’]) ?(?:liquidation|redressement|sauvegarde|extension)/i,
  ],
  ["none", /d[ée]sign|nomm|remplac|report|p[ée]riode d['’]observation|poursuite|modification/i],
  ["opens", /pronon|liquidation|redressement|sauvegarde|r[ée]tablissement|plan|extension|conciliation/i],
];

const effectOf = (nature: string): Effect => EFFECTS.find(([, pattern]) => pattern.test(nature))?.[0] ?? "none";

const natureOf = ({ judgment }: LegalNotice): string | undefined => judgment?.nature ?? judgment?.family;

const isAnnulment = ({ noticeType }: LegalNotice): boolean => /annul/i.test(noticeType ?? "");

/** Notices without those that were annulled and what annulled them: an annulment repeats the judgment that it takes back. */
export function standing(notices: readonly LegalNotice[]): readonly LegalNotice[] {
  const annulled = notices.filter(isAnnulment);
  const isTakenBack = (notice: LegalNotice): boolean =>
    annulled.some(
      (by) =>
        by.familyCode === notice.familyCode &&
        (by.date ?? "") >= (notice.date ?? "") &&
        natureOf(by) === natureOf(notice) &&
        (by.judgment?.date === undefined || by.judgment.date === notice.judgment?.date),
    );
  return notices.filter((notice) => !isAnnulment(notice) && !isTakenBack(notice));
}

/** Insolvency as the newest judgment that opens or ends a proceeding leaves it; the notices newest first. */
export function insolvencyIn(notices: readonly LegalNotice[]): Draft<Answer["legal_notices"]["insolvency"]> {
  const judged = standing(notices).filter(({ familyCode }) => familyCode === "collective");
  const deciding = judged.find((notice) => effectOf(natureOf(notice) ?? "") !== "none");
  const told = deciding ?? judged[0];
  if (!told) return { open: false };
  const nature = natureOf(told);
  return {
    open: deciding !== undefined && effectOf(nature ?? "") === "opens",
    last: told.judgment?.date ?? told.date,
    nature,
    court: told.court,
  };
}
