import { catchError, defer, map, mergeMap, type Observable, of, tap } from "rxjs";
import { type SourceError, toSourceError } from "../../../errors.ts";
import type { ReadContext, Reader } from "../../source.ts";

/** One question to a WHOIS server. */
export interface WhoisQuestion {
  readonly server: string;
  /** The line that is sent, as this server wants it. */
  readonly question: string;
  /** A failure is noted, and the answers so far are read. */
  readonly optional?: boolean;
  /** For so many milliseconds the answer holds for every query of the source, not only for this one. */
  readonly sharedForMs?: number;
}

/** A question with its answer. */
export interface WhoisAnswer extends WhoisQuestion {
  /** Undefined where an optional question failed. */
  readonly text: string | undefined;
}

/** The refusal that a text is, where it is no answer: such a text is not kept. */
type Judge = (text: string, server: string) => SourceError | undefined;

/** Referrals go registry by registry: the root, the registry, the registrar, a reseller. */
const MAX_QUESTIONS = 4;

/**
 * Reads a conversation with WHOIS servers: `next` is asked after every answer and names the next question, or none
 * where the answers so far are the whole; then `items` reads them.
 *
 *     ask root --> next --> ask registry --> next --> ask registrar --> next: none --> items |
 */
export function whois<Input, Out>(spec: {
  readonly judge?: Judge;
  readonly next: (answers: readonly WhoisAnswer[], input: Input) => WhoisQuestion | undefined;
  readonly items: (answers: readonly WhoisAnswer[], input: Input) => readonly Out[];
}): Reader<Input, Out> {
  return (input, context) => {
    const from = (answers: readonly WhoisAnswer[]): Observable<Out> =>
      defer(() => {
        const question = answers.length < MAX_QUESTIONS ? spec.next(answers, input) : undefined;
        if (!question) return spec.items(answers, input);
        return ask(question, spec.judge, context).pipe(mergeMap((answer) => from([...answers, answer])));
      });
    return from([]);
  };
}

function ask(question: WhoisQuestion, judge: Judge | undefined, context: ReadContext): Observable<WhoisAnswer> {
  const { server, question: line, sharedForMs } = question;
  const text$ = context.upstream.whois(server, line).pipe(
    tap((text) => {
      const refusal = judge?.(text, server);
      if (refusal) throw refusal;
    }),
  );
  // That one registry refuses says nothing of the others: each rests by itself, and registrars, of which there are too many, not at all.
  const holding = {
    ...(question.optional ? { anySite: true } : { way: server }),
    ...(sharedForMs && { ttlMs: sharedForMs }),
  };
  return context.cached(`whois ${server} ${line}`, text$, holding).pipe(
    map((text): WhoisAnswer => ({ ...question, text })),
    catchError((error) => {
      if (!question.optional) throw error;
      context.notice({ kind: "note", text: toSourceError(error).message });
      return of({ ...question, text: undefined });
    }),
  );
}
