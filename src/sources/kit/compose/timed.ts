import type { Reader } from "../../source.ts";

/** Tells the reader the time of asking, in milliseconds since 1970, for engines that take dates instead of ranges. */
export const timed =
  <Input, Out>(reader: Reader<Input & { readonly now: number }, Out>): Reader<Input, Out> =>
  (input, context) =>
    reader({ ...input, now: context.now() }, context);
