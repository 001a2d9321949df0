import { ignoreElements, type Observable, tap } from "rxjs";
import type { StreamEvent } from "../events.ts";
import { csvOf, type Layout, xmlOf } from "../http/formats/rows.ts";
import type { PrintFormat } from "./formats.ts";

/** Writes a whole answer in a format; `text` is what `textOf` makes of it. */
function written<Response extends object>(
  answer: Response,
  format: Exclude<PrintFormat, "ndjson">,
  layout: Layout,
  textOf: (answer: Response) => string,
): string {
  switch (format) {
    case "text":
      return textOf(answer);
    case "json":
      return `${JSON.stringify(answer, null, 2)}\n`;
    case "csv":
      return csvOf(answer, layout);
    case "xml":
      return xmlOf(answer);
  }
}

/** Prints a stream: each event as a line of JSON for `ndjson`, else the answer once it is whole. */
export function printed<Response extends object>(
  events$: Observable<StreamEvent<Response>>,
  format: PrintFormat,
  layout: Layout,
  textOf: (answer: Response) => string,
  out: NodeJS.WritableStream,
): Observable<never> {
  return events$.pipe(
    tap((event) => {
      if (format === "ndjson") out.write(`${JSON.stringify(event)}\n`);
      else if (event.event === "done") out.write(written(event.data, format, layout, textOf));
    }),
    ignoreElements(),
  );
}
