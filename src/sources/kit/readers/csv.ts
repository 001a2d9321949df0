import { parse } from "csv-parse";
import { parse as parseWhole } from "csv-parse/sync";
import { catchError, mergeMap, Observable, type OperatorFunction, throwError } from "rxjs";
import { SourceError, toSourceError } from "../../../errors.ts";
import type { HttpRequest, HttpStream } from "../../../upstream/types.ts";
import type { Reader } from "../../source.ts";
import { changed, type Judge } from "../responses/answer.ts";
import { refusalOf } from "../responses/refusals.ts";
import type { PageRequest } from "./paged.ts";

type Cells = Readonly<Record<string, string>>;

interface CsvSpec<Input, Out> {
  readonly request: (ask: Input & PageRequest) => HttpRequest;
  readonly delimiter?: string;
  /** Columns that must be in the header line, or the file is `changed`. */
  readonly columns: readonly string[];
  /** The file's charset where it is not UTF-8. */
  readonly charset?: string;
  /** The source's own reading of status and headers. */
  readonly judge?: Judge;
  /** One record read; undefined skips it. */
  readonly row: (cells: Cells, input: Input) => Out | undefined;
}

/** Reads a CSV file as it arrives: each record leaves as soon as its line is there, and nothing holds the whole file. */
export function csv<Input, Out>(spec: CsvSpec<Input, Out>): Reader<Input, Out> {
  return (input, context) => {
    const key = Object.values(context.keys)[0] ?? "";
    const request = spec.request({ ...input, page: 1, key, keys: context.keys });
    return context.stream(request).pipe(
      mergeMap((answer) => {
        const head = { ...answer, body: new Uint8Array() };
        const verdict = spec.judge?.(head) ?? refusalOf(head);
        if (verdict === "empty") return [];
        if (verdict) return throwError(() => verdict);
        return records(answer, spec, context.source);
      }),
      mergeMap((cells) => {
        const row = spec.row(cells, input);
        return row === undefined ? [] : [row];
      }),
    );
  };
}

function records<Input, Out>(answer: HttpStream, spec: CsvSpec<Input, Out>, source: string): Observable<Cells> {
  return answer.body.pipe(
    decoded(spec.charset ?? "utf-8"),
    csvRecords(spec.delimiter ?? ",", spec.columns, source),
    catchError((error) => throwError(() => toSourceError(error))),
  );
}

/** Bytes to text, characters that straddle two chunks included. */
export function decoded(charset: string): OperatorFunction<Uint8Array, string> {
  return (bytes$) =>
    new Observable((texts) => {
      const decoder = new TextDecoder(charset);
      return bytes$.subscribe({
        next: (bytes) => texts.next(decoder.decode(bytes, { stream: true })),
        error: (error) => texts.error(error),
        complete: () => {
          texts.next(decoder.decode());
          texts.complete();
        },
      });
    });
}

/**
 * Text chunks to records by column name, through csv-parse's incremental parser; `changed` when a wanted column is missing.
 *
 *     texts:   --"a,b\n1,"----"2\n3,4\n"--|
 *     records: ---------------{1,2}{3,4}--|
 */
export function csvRecords(
  delimiter: string,
  columns: readonly string[],
  source: string,
): OperatorFunction<string, Cells> {
  return (texts$) =>
    new Observable((records$) => {
      const parser = parse({
        delimiter,
        bom: true,
        relax_quotes: true,
        relax_column_count: true,
        skip_empty_lines: true,
        max_record_size: 1_000_000,
        columns: (header: string[]) => {
          const missing = columns.find((column) => !header.includes(column));
          if (missing) throw changed(source, `no column ${missing}`);
          return header;
        },
      });
      parser.on("data", (record: Cells) => records$.next(record));
      parser.on("error", (error) =>
        records$.error(error instanceof SourceError ? error : changed(source, `broken CSV: ${error.message}`)),
      );
      parser.on("end", () => records$.complete());
      const subscription = texts$.subscribe({
        next: (text) => parser.write(text),
        error: (error) => records$.error(error),
        complete: () => parser.end(),
      });
      return () => {
        subscription.unsubscribe();
        parser.destroy();
      };
    });
}

/** A small CSV text as records by column name; `changed` when a wanted column is missing, or it is no CSV. */
export function csvRows(text: string, columns: readonly string[], source: string): Cells[] {
  const [header, ...rows] = cellsOf(text, source);
  const missing = columns.find((column) => !header?.includes(column));
  if (!header || missing !== undefined) throw changed(source, `no column ${missing ?? "at all"}`);
  return rows.map((row) => Object.fromEntries(header.map((name, place) => [name, row[place] ?? ""])));
}

function cellsOf(text: string, source: string): string[][] {
  try {
    return parseWhole(text, { bom: true, relax_quotes: true, relax_column_count: true, skip_empty_lines: true });
  } catch (error) {
    throw changed(source, `broken CSV: ${error instanceof Error ? error.message : String(error)}`);
  }
}
