import { concatMap, defer, type OperatorFunction } from "rxjs";
import type { z } from "zod";
import type { StreamEvent } from "../../events.ts";
import { type Column, columnsIn, columnsOf, distinct, isObject } from "./columns.ts";
import { csvHead, csvRow } from "./csv.ts";
import { close, open, XML_HEAD, xmlDocument, xmlElement, xmlFields } from "./xml.ts";

/** How an answer becomes rows. */
export interface Layout {
  /** The field that holds the answer's main list, or its dotted path; absent: the answer itself is the one row. */
  readonly list?: string;
  /** The schemas of the list's entries: their fields are the columns. Absent: the entries' own fields are. */
  readonly entry?: readonly z.ZodObject[];
  /** The `result` events are the list's entries, final and in their order: rows leave as they come. */
  readonly live?: boolean;
  /** Fields of the answer itself that a table begins with: columns of their own, filled in its first row, which is no entry. */
  readonly first?: readonly string[];
}

/** A whole answer as CSV. */
export function csvOf(answer: object, layout: Layout = {}): string {
  const rows = rowsOf(answer, layout);
  const columns = columnsFor(layout, rows);
  return csvHead(columns) + rows.map((row) => csvRow(row, columns)).join("");
}

/** A whole answer as XML. */
export const xmlOf = (answer: object): string => xmlDocument(answer);

/**
 * Events as the pieces of one CSV document.
 *
 *     events:  s-a--b--(done|)
 *     live:    --A--B--|          the header leaves with the first row, or at the end
 *     else:    --------(AB|)
 */
export const csvRows = (layout: Layout): OperatorFunction<StreamEvent, string> =>
  pieces(layout, {
    first: () => csvHead(columnsFor(layout, [])),
    row: (item) => csvRow(item, columnsFor(layout, [])),
    rest: () => "",
    whole: (answer) => csvOf(answer, layout),
  });

/** Events as the pieces of one XML document, whose list comes before the fields that only the end can know. */
export function xmlRows(layout: Layout): OperatorFunction<StreamEvent, string> {
  const list = layout.list ?? "items";
  return pieces(layout, {
    first: () => `${XML_HEAD}${open("response")}${xmlElement("success", true)}${open(list)}`,
    row: (item) => xmlElement("item", item),
    rest: (answer) => {
      const { success: _, [list]: __, ...rest } = answer;
      return `${close(list)}${xmlFields(rest)}${close("response")}\n`;
    },
    whole: xmlOf,
  });
}

interface Pieces {
  first(): string;
  row(item: unknown): string;
  rest(answer: Readonly<Record<string, unknown>>): string;
  whole(answer: object): string;
}

function pieces({ live }: Layout, write: Pieces): OperatorFunction<StreamEvent, string> {
  return (events$) =>
    defer(() => {
      let begun = false;
      return events$.pipe(
        concatMap((event): readonly string[] => {
          if (event.event === "result" && live) {
            const head = begun ? "" : write.first();
            begun = true;
            return [head + write.row(event.data.item)];
          }
          if (event.event !== "done" || !isObject(event.data)) return [];
          return [begun ? write.rest(event.data) : write.whole(event.data)];
        }),
      );
    });
}

function rowsOf(answer: object, { list, first }: Layout): readonly unknown[] {
  if (!list) return [answer];
  const entries = list.split(".").reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), answer);
  const rows: readonly unknown[] = Array.isArray(entries) ? entries : [];
  if (!first || !isObject(answer)) return rows;
  return [Object.fromEntries(first.map((name) => [name, answer[name]])), ...rows];
}

const columnsFor = ({ entry, first = [] }: Layout, rows: readonly unknown[]): readonly Column[] =>
  distinct([
    ...first.map((name): Column => ({ name, path: [name] })),
    ...(entry ? entry.flatMap(columnsOf) : columnsIn(rows)),
  ]);
