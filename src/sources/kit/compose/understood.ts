import { defer } from "rxjs";
import type { Reader } from "../../source.ts";

/** Says what the query was taken for, where there is something to say, before it is asked: "understood as …". */
export const understood =
  <Input, Out>(as: (input: Input) => string | undefined, reader: Reader<Input, Out>): Reader<Input, Out> =>
  (input, context) =>
    defer(() => {
      const taken = as(input);
      if (taken) context.notice({ kind: "note", text: `understood as ${taken}` });
      return reader(input, context);
    });
