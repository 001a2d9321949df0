import { concat, defer, ignoreElements, type Observable, of, tap } from "rxjs";
import type { StreamEvent } from "../events.ts";
import { csvOf, type Layout, xmlOf } from "../http/formats/rows.ts";
import type { PrintFormat } from "./formats.ts";
import { isUnread } from "./signals.ts";

/** Where a command writes: results to `out`, everything else to `err`. */
export interface Outputs {
  readonly out: NodeJS.WriteStream;
  readonly err: NodeJS.WriteStream;
}

/** What the command line reads and writes beside its words. */
export interface Terminal extends Outputs {
  /** Sets the exit status of the command. */
  readonly exit: (status: number) => void;
  /** Emits the exit status once the command is asked to stop. Default: the signals of this process. */
  readonly stopped$?: Observable<number>;
}

/** How a command's answer is printed. */
interface Printing<Response extends object> {
  readonly format: PrintFormat;
  readonly layout: Layout;
  /** What `text` prints of it; absent: it was printed as it came. */
  readonly textOf?: (answer: Response) => string;
  /** What `text` prints of what had come when it was stopped, and how many results that are. */
  readonly soFar?: () => { readonly text: string; readonly kept: number };
  /** What is to be said beside it, a line each. */
  readonly remarksOf: (answer: Response) => readonly string[];
  /** Whether anything was answered. */
  readonly answered: (answer: Response) => boolean;
  /** Whether nothing of it may be asked at all. */
  readonly refused?: (answer: Response) => boolean;
}

/**
 * Prints a stream: each event as a line of JSON for `ndjson`, else the answer once it is whole. Remarks go to `err`: beside
 * `text`, and beside any format where nothing was answered. Emits the exit status: 0 where something was answered, 2 where
 * it may not be asked, else 1. Who unsubscribes is told what was kept.
 */
export function printed<Response extends object>(
  events$: Observable<StreamEvent<Response>>,
  { format, layout, textOf, soFar, remarksOf, answered, refused }: Printing<Response>,
  { out, err }: Outputs,
): Observable<number> {
  return defer(() => {
    let status = 1;
    const kept = new Set<unknown>();
    const shown$ = events$.pipe(
      tap({
        next: (event) => {
          if (event.event === "result") kept.add(event.data.id);
          else if (event.event === "page" && event.data["error"] === undefined) kept.add(event.data["url"]);
          else if (event.event === "section") kept.add(event.data.name);
          if (format === "ndjson") out.write(`${JSON.stringify(event)}\n`);
          if (event.event !== "done") return;
          if (format !== "ndjson") out.write(written(event.data, format, layout, textOf));
          status = answered(event.data) ? 0 : refused?.(event.data) ? 2 : 1;
          if (format === "text" || status !== 0) for (const remark of remarksOf(event.data)) err.write(`${remark}\n`);
        },
        unsubscribe: () => {
          // Somebody who has read enough asked nothing more.
          if (isUnread(out)) return;
          const shown = format === "ndjson" || (format === "text" && (soFar !== undefined || textOf === undefined));
          const held = format === "text" ? soFar?.() : undefined;
          if (held) out.write(held.text);
          err.write(stoppedWith(held?.kept ?? kept.size, shown));
        },
      }),
      ignoreElements(),
    );
    return concat(
      shown$,
      defer(() => of(status)),
    );
  });
}

/** What somebody who stops a command is told. */
export const stoppedWith = (kept: number, shown: boolean): string =>
  shown
    ? `Stopped: ${kept} ${kept === 1 ? "result" : "results"} so far, which were kept.\n`
    : `Stopped: ${kept} ${kept === 1 ? "result" : "results"} had come; the answer was not whole, and nothing was printed.\n`;

/** A whole answer in a format; `text` is what `textOf` makes of it. */
export function written<Response extends object>(
  answer: Response,
  format: Exclude<PrintFormat, "ndjson">,
  layout: Layout,
  textOf: ((answer: Response) => string) | undefined,
): string {
  switch (format) {
    case "text":
      return textOf?.(answer) ?? "";
    case "json":
      return `${JSON.stringify(answer, null, 2)}\n`;
    case "csv":
      return csvOf(answer, layout);
    case "xml":
      return xmlOf(answer);
  }
}
