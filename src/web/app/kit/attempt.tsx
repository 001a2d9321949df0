import { type Signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { begin, ended, stop } from "./running.ts";
import { say } from "./words.ts";

export interface Attempt<T> {
  readonly busy: Signal<boolean>;
  readonly came: Signal<{ readonly value: T; readonly ms: number } | undefined>;
  readonly failure: Signal<unknown>;
  run(): Promise<void>;
}

/** Something that a button starts and “Stop” ends: what came of it, and how long it took. */
export function useAttempt<T>(work: (signal: AbortSignal) => Promise<T>): Attempt<T> {
  const busy = useSignal(false);
  const came = useSignal<{ readonly value: T; readonly ms: number } | undefined>(undefined);
  const failure = useSignal<unknown>(undefined);
  const run = async (): Promise<void> => {
    const mine = begin();
    busy.value = true;
    failure.value = undefined;
    came.value = undefined;
    const began = performance.now();
    try {
      const value = await work(mine.signal);
      came.value = { value, ms: performance.now() - began };
    } catch (error) {
      if (!mine.signal.aborted) failure.value = error;
    } finally {
      ended(mine);
      busy.value = false;
    }
  };
  return { busy, came, failure, run };
}

interface ButtonsProps {
  readonly attempt: Pick<Attempt<unknown>, "busy" | "run">;
  readonly label: string;
  /** The first button submits the form that it stands in. */
  readonly submits?: boolean;
}

/** The button that starts an attempt, and while it runs the one that stops it. */
export const AttemptButtons = ({ attempt: { busy, run }, label, submits = false }: ButtonsProps): JSX.Element => (
  <>
    <button
      type={submits ? "submit" : "button"}
      class="main"
      disabled={busy.value}
      {...(!submits && { onClick: () => void run() })}
    >
      {label}
    </button>
    {busy.value && (
      <button type="button" onClick={stop}>
        {say("stop")}
      </button>
    )}
  </>
);
