import { map, mergeMap } from "rxjs";
import type { BrowserJob, BrowserShot } from "../../../upstream/types.ts";
import type { ReadContext, Reader } from "../../source.ts";

/** Reads what a browser sees: `job` says what to photograph, `items` reads the shot. The items are what is cached. */
export function browser<Input, Out>(spec: {
  readonly job: (input: Input) => BrowserJob;
  readonly items: (shot: BrowserShot, job: BrowserJob, context: ReadContext) => readonly Out[];
}): Reader<Input, Out> {
  return (input, context) => {
    const job = spec.job(input);
    const items$ = context.upstream.screenshot(job).pipe(map((shot) => spec.items(shot, job, context)));
    return context.cached(`browser ${JSON.stringify(job)}`, items$).pipe(mergeMap((items) => items));
  };
}
