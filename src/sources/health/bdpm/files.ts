import { catchError, defaultIfEmpty, forkJoin, type Observable, of } from "rxjs";
import { toSourceError } from "../../../errors.ts";
import { cachedReader } from "../../kit/compose/cached-reader.ts";
import { plain } from "../../kit/readers/plain.ts";
import { changed, emptyOn } from "../../kit/responses/answer.ts";
import type { ReadContext, Reader } from "../../source.ts";

/*
 * The files of the register, one line a row, tabs between columns, without a header and without quotes. Some are UTF-8 and
 * some windows-1252, some have LF and some CRLF; rows may end with a further tab.
 */

const DAY_MS = 86_400_000;
const BASE = "https://base-donnees-publique.medicaments.gouv.fr/download";

/** Cells without blanks around; absent ones are "". */
export type Row = readonly string[];

/** A file by its address, the column of its CIS code, and the columns that its rows have at least. */
interface File {
  readonly path: string;
  readonly cis: number;
  readonly columns: number;
}

/** https://base-donnees-publique.medicaments.gouv.fr/telechargement */
const FILES = {
  medicines: { path: "file/CIS_bdpm.txt", cis: 0, columns: 11 },
  substances: { path: "file/CIS_COMPO_bdpm.txt", cis: 0, columns: 7 },
  packs: { path: "file/CIS_CIP_bdpm.txt", cis: 0, columns: 7 },
  groups: { path: "file/CIS_GENER_bdpm.txt", cis: 2, columns: 4 },
  conditions: { path: "file/CIS_CPD_bdpm.txt", cis: 0, columns: 2 },
  shortages: { path: "file/CIS_CIP_Dispo_Spec.txt", cis: 0, columns: 4 },
  benefits: { path: "file/CIS_HAS_SMR_bdpm.txt", cis: 0, columns: 6 },
  improvements: { path: "file/CIS_HAS_ASMR_bdpm.txt", cis: 0, columns: 6 },
  classes: { path: "file/CIS_MITM.txt", cis: 0, columns: 2 },
  warnings: { path: "CIS_InfoImportantes.txt", cis: 0, columns: 4 },
} as const satisfies Readonly<Record<string, File>>;

type Name = keyof typeof FILES;
export type Register = Readonly<Record<Name, readonly Row[]>>;

/** Rows of a file; `changed` where most of its lines are none. */
function rowsIn(body: string, { path, cis, columns }: File): Row[] {
  const lines = body.split(/[\r\n]+/).filter((line) => line.trim() !== "");
  const rows = lines
    .map((line) => line.split("\t").map((cell) => cell.trim()))
    .filter((row) => row.length >= columns && /^\d{8}$/.test(row[cis] ?? ""));
  if (rows.length * 2 < lines.length) throw changed("bdpm", `${path}: ${lines.length - rows.length} lines are no rows`);
  return rows;
}

const reading = (file: File): Reader<object, Row[]> =>
  cachedReader(
    DAY_MS,
    plain({
      request: () => ({ url: `${BASE}/${file.path}`, headers: { accept: "text/plain,*/*;q=0.5" } }),
      // The warnings are written when they are asked for, and are not there now and then.
      ...(file.path === FILES.warnings.path && { judge: emptyOn(404) }),
      items: (body) => [rowsIn(body, file)],
    }),
  );

const medicines = reading(FILES.medicines);

/** A file that adds to what is known: without it the others are told. */
const adding = (part: Exclude<Name, "medicines">) => {
  const reader = reading(FILES[part]);
  return (context: ReadContext): Observable<readonly Row[]> =>
    reader({}, context).pipe(
      catchError((error) => {
        context.notice({ kind: "untold", part, error: toSourceError(error) });
        return of([]);
      }),
      defaultIfEmpty([]),
    );
};

const further = {
  substances: adding("substances"),
  packs: adding("packs"),
  groups: adding("groups"),
  conditions: adding("conditions"),
  shortages: adding("shortages"),
  benefits: adding("benefits"),
  improvements: adding("improvements"),
  classes: adding("classes"),
  warnings: adding("warnings"),
};

/** The whole register, as soon as all of its files are there. */
export const register = (context: ReadContext): Observable<Register> =>
  forkJoin({
    substances: further.substances(context),
    packs: further.packs(context),
    groups: further.groups(context),
    conditions: further.conditions(context),
    shortages: further.shortages(context),
    benefits: further.benefits(context),
    improvements: further.improvements(context),
    classes: further.classes(context),
    warnings: further.warnings(context),
    // Last, for only without this one there is nothing: whoever has but one file at hand gets to that.
    medicines: medicines({}, context),
  });
