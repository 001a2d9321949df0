import type { Observable } from "rxjs";
import type { CostClass } from "../admission/classes.ts";

/** What a request counts against; an absent limit is none. */
export interface Charge {
  readonly key: string;
  readonly cost: CostClass;
  /** The beginnings of the minute and the day, in seconds since 1970. */
  readonly minute: number;
  readonly day: number;
  /** Of the class in the minute, all classes in the minute, the class in the day, all classes in the day. */
  readonly limits: readonly [number | undefined, number | undefined, number | undefined, number | undefined];
}

/** What the counts were after the request, or stand at where it was refused. */
export interface Charged {
  readonly refused: boolean;
  /** As `Charge.limits`. */
  readonly counts: readonly number[];
}

/** What a request came to. */
export interface Came {
  /** That were sent. */
  readonly bytes: number;
  /** That were read while it lasted. */
  readonly pages: number;
  /** 1 where the cache had its answer. */
  readonly cached: number;
}

/** Whose, and when. */
export interface Note extends Came {
  readonly key: string;
  readonly cost: CostClass;
  /** The beginning of the day, in seconds since 1970. */
  readonly day: number;
}

/** What a key has used in a day. */
export interface DayUse extends Came {
  readonly key: string;
  readonly day: number;
  /** A class, or `all`. */
  readonly cost: string;
  readonly requests: number;
  readonly refused: number;
}

/** Where what keys use is counted. Each answer is cold and emits once. */
export interface UsageStore {
  /** Counts a request in the minute and the day, or refuses it where a limit is reached: one step, whoever else counts. */
  charge(charge: Charge): Observable<Charged>;
  /** Adds what a request came to, once it is over. */
  note(note: Note): Observable<void>;
  /** What the keys have used since the day that begins then. */
  usage(keys: readonly string[], since: number): Observable<readonly DayUse[]>;
  close(): Promise<void>;
}
