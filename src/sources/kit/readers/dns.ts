import { defer, map, mergeMap, type Observable, tap } from "rxjs";
import { SourceError } from "../../../errors.ts";
import type { DnsAnswer, DnsRecordType } from "../../../upstream/types.ts";
import type { ReadContext, Reader } from "../../source.ts";
import { tolerateFailure } from "../compose/partial-failures.ts";

/** One DNS question. */
interface DnsQuestion {
  readonly name: string;
  readonly type: DnsRecordType;
}

const QUESTIONS_AT_ONCE = 6;

/** One DNS question through the cache. SERVFAIL fails with `unreachable`, REFUSED and codes unknown to us with `blocked`. */
export function askDns({ name, type }: DnsQuestion, context: ReadContext): Observable<DnsAnswer> {
  const answered$ = context.upstream.dns(name, type).pipe(
    tap(({ code }) => {
      if (code === "SERVFAIL")
        throw new SourceError("unreachable", `The name servers of ${name} failed on the ${type} question (SERVFAIL).`);
      if (code === "REFUSED" || code === "OTHER")
        throw new SourceError("blocked", `The name server refused the ${type} question for ${name}.`);
    }),
  );
  return context.cached(`dns ${type} ${name}`, answered$, { anySite: true });
}

/**
 * Reads DNS answers: asks every question, a few at once, and emits as answers come. A name that does not exist
 * (NXDOMAIN) and a name without such a record are empty answers. A question that fails is noted; when every question
 * failed, the stream fails as the first did.
 */
export function dns<Input, Out>(spec: {
  readonly questions: (input: Input) => readonly DnsQuestion[];
  readonly items: (answer: DnsAnswer, question: DnsQuestion, input: Input, context: ReadContext) => readonly Out[];
}): Reader<Input, Out> {
  return (input, context) =>
    defer(() => {
      const readings = spec
        .questions(input)
        .map((question) =>
          askDns(question, context).pipe(map((answer) => spec.items(answer, question, input, context))),
        );
      return tolerateFailure(readings, QUESTIONS_AT_ONCE, context).pipe(mergeMap((items) => items));
    });
}
