import cliProgress from "cli-progress";
import { defer, map, type Observable, reduce, tap } from "rxjs";
import { csvOf, xmlOf } from "../http/formats/rows.ts";
import { type Diagnosis, diagnose } from "../pipelines/doctor.ts";
import type { Runtime } from "../runtime.ts";
import type { ListedSource } from "../sources/source.ts";
import type { PrintFormat } from "./formats.ts";
import { type Outputs, stoppedWith } from "./print.ts";

/** Statuses that say nothing bad of a source: a key that nobody set is the operator's choice. */
const FINE: readonly Diagnosis["status"][] = ["ok", "missing-key"];

/** `tributary doctor`: the exit status is 0 when every source with its key is ok, else 1. */
export function doctor(
  runtime: Runtime,
  sources: readonly ListedSource[],
  { format }: { readonly format: PrintFormat },
  { out, err }: Outputs,
): Observable<number> {
  const bar = new cliProgress.SingleBar({
    stream: err,
    noTTYOutput: false,
    clearOnComplete: true,
    format: "{bar} {value}/{total} {last}",
  });
  return defer(() => {
    let asked = 0;
    bar.start(sources.length, 0, { last: "" });
    return diagnose(sources, runtime.env).pipe(
      tap({
        next: ({ id, status }) => {
          asked += 1;
          bar.increment(1, { last: `${id}: ${status}` });
        },
        unsubscribe: () => err.write(stoppedWith(asked, false)),
        finalize: () => bar.stop(),
      }),
      reduce((all, one) => all.concat(one), [] as readonly Diagnosis[]),
      map((all) => {
        const place = new Map(sources.map((source, i) => [source.id, i]));
        const ordered = all.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
        out.write(FORMS[format](ordered));
        if (format === "text") err.write(`${summary(ordered)}\n`);
        return ordered.every(({ status }) => FINE.includes(status)) ? 0 : 1;
      }),
    );
  });
}

const FORMS: Readonly<Record<PrintFormat, (all: readonly Diagnosis[]) => string>> = {
  text: (all) => all.map(row).join(""),
  json: (all) => `${JSON.stringify(all, null, 2)}\n`,
  ndjson: (all) => all.map((one) => `${JSON.stringify(one)}\n`).join(""),
  csv: (all) => csvOf({ sources: all }, { list: "sources" }),
  xml: (all) => xmlOf({ sources: all }),
};

const row = ({ category, id, status, items, time_ms, error }: Diagnosis): string =>
  `${status.padEnd(13)} ${`${category}/${id}`.padEnd(34)} ${String(items).padStart(3)} items ${String(time_ms).padStart(6)} ms${error ? `  ${error}` : ""}\n`;

const summary = (all: readonly Diagnosis[]): string =>
  [...Map.groupBy(all, ({ status }) => status)].map(([status, some]) => `${some.length} ${status}`).join(", ");
