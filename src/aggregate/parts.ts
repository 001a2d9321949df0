import { catchError, map, type Observable, of } from "rxjs";
import type { z } from "zod";
import type { Draft } from "../sources/source.ts";

/** What an analysis gives, piece by piece. */
export type Part =
  /** A section is there, or there again, refined; `articles.0` is an entry of one that is a list. */
  | { readonly kind: "section"; readonly name: string; readonly value: unknown }
  /** A section will not come any more, for this reason. */
  | { readonly kind: "absent"; readonly name: string; readonly error: unknown }
  | { readonly kind: "pledge"; readonly pledge: DeferredCommit }
  /** A sentence on what could not be known here, beside the fixed ones. */
  | { readonly kind: "limit"; readonly text: string; readonly weakens?: boolean }
  /** A sentence that something is not known to those who answered. */
  | { readonly kind: "none"; readonly of: readonly string[]; readonly text: string }
  | { readonly kind: "warning"; readonly text: string };

/** An answer's fields, of which a cut may have left some out. */
export type Reached = Readonly<Record<string, unknown>>;

/** What a run leaves behind that is to be so only if its answer is given. */
export interface DeferredCommit {
  /**
   * Subscribed when the answer is whole, before it is given, be it that the budget cut it short; its failure is the run's.
   * `reached` is the part of the answer that the reader is shown.
   */
  keep(reached: Reached): Observable<unknown>;
  /** Subscribed when there is no answer: the run failed, or nobody listens any more. Nobody hears of its failure. */
  readonly giveUp$: Observable<unknown>;
}

/** An answer's sections as a fold may hand them over: what is absent may be undefined, null or "". */
type Drafts<Answer extends z.ZodObject> = { [Name in keyof z.output<Answer>]-?: Draft<z.output<Answer>[Name]> };
type Name<T> = keyof T & string;
type EntryOf<T> = T extends readonly (infer Entry)[] ? Entry : never;

/** What makes an analysis' parts, in the types of its answer. */
export interface Parts<Answer extends z.ZodObject, Understood extends z.ZodObject> {
  /**
   * A section's values as its parts; a later one replaces an earlier one. What fails, fails this section alone.
   *
   *     value$:  --v--v'--#
   *     parts:   --V--V'--(absent|)
   */
  section<N extends Name<Drafts<Answer>>>(name: N, value$: Observable<Drafts<Answer>[N]>): Observable<Part>;
  /** One entry of a section that is a list, by its place from 0 on. It replaces that entry. */
  entry<N extends Name<Drafts<Answer>>>(
    name: N,
    index: number,
    value: EntryOf<Drafts<Answer>[N]>,
  ): Extract<Part, { kind: "section" }>;
  /** What `q` was taken for; sent before all sections. Unlike theirs, its failure is that of the whole analysis. */
  understood(value$: Observable<Draft<z.output<Understood>>>): Observable<Part>;
  /** Ties to the answer what the run leaves behind; goes out as soon as there is something to give up. */
  pledge(pledge: DeferredCommit): Part;
  /** A sentence for `limits`, beside the fixed ones. */
  limit(text: string): Part;
  /** A sentence for `limits` on what makes the answer partial. */
  weaker(text: string): Part;
  /**
   * A sentence for `limits` that there is none of something. It is told only where one of these sources (or `id#list`)
   * answered and none of them failed: an outage is not “none”.
   */
  none(of: readonly string[], text: string): Part;
  /** A sentence for `warnings`. */
  warning(text: string): Part;
}

const section = (name: string, value$: Observable<unknown>): Observable<Part> =>
  value$.pipe(
    map((value): Part => ({ kind: "section", name, value })),
    catchError((error: unknown) => of<Part>({ kind: "absent", name, error })),
  );

/** The makers of parts; they know no types, so they serve every analysis. */
export const parts: Parts<z.ZodObject, z.ZodObject> = {
  section,
  entry: (name, index, value) => ({ kind: "section", name: `${name}.${index}`, value }),
  understood: (value$) => value$.pipe(map((value): Part => ({ kind: "section", name: "understood", value }))),
  pledge: (pledge) => ({ kind: "pledge", pledge }),
  limit: (text) => ({ kind: "limit", text }),
  weaker: (text) => ({ kind: "limit", text, weakens: true }),
  none: (of, text) => ({ kind: "none", of, text }),
  warning: (text) => ({ kind: "warning", text }),
};
