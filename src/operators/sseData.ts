import { concat, concatMap, defer, type Observable, type OperatorFunction, of } from "rxjs";

/**
 * Reads server-sent events (WHATWG HTML, 9.2) from bytes, each event's data as one text. Events without data, comments
 * and other fields are passed over; what follows the last blank line is an event too, for servers that forget it.
 * `tooLong` is the error of an event of more than `maxChars` characters.
 *
 *     bytes: --"data: a\n"--"\ndata: b\n\n"--|
 *     data:  ---------------(ab)-------------|
 */
export function sseData(maxChars: number, tooLong: () => Error): OperatorFunction<Uint8Array, string> {
  return (bytes$) =>
    defer(() => {
      const decoder = new TextDecoder();
      let line = "";
      let data: string[] = [];
      let held = 0;

      const events = (text: string): readonly string[] => {
        const done: string[] = [];
        const lines = (line + text).split(/\r\n|\n|\r(?!$)/);
        line = lines.pop() ?? "";
        for (const one of lines) {
          if (one.startsWith("data:")) {
            data.push(one.slice(one[5] === " " ? 6 : 5));
            held += one.length;
          } else if (one === "") done.push(...taken());
        }
        if (held + line.length > maxChars) throw tooLong();
        return done;
      };
      const taken = (): readonly string[] => {
        const whole = data;
        data = [];
        held = 0;
        return whole.length > 0 ? [whole.join("\n")] : [];
      };
      const last$: Observable<string> = defer(() => of(...events(`${decoder.decode()}\n\n`)));
      return concat(bytes$.pipe(concatMap((bytes) => events(decoder.decode(bytes, { stream: true })))), last$);
    });
}
