import type { RunHelpers } from "rxjs/testing";
import { TestScheduler } from "rxjs/testing";
import { expect } from "vitest";

/** Runs a marble test in virtual time; `now` is the virtual clock. */
export function virtualTime(test: (helpers: RunHelpers & { readonly now: () => number }) => void): void {
  const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
  scheduler.run((helpers) => test({ ...helpers, now: () => scheduler.now() }));
}
