import { type Signal, signal } from "@preact/signals";

/** What is running in the view, so that `Esc` and “Stop” can end it. */
export const running = signal<AbortController | undefined>(undefined);

/** Whether the events of what is running wait to be read. */
export const paused = signal(false);

export function stop(): void {
  running.value?.abort();
  running.value = undefined;
  paused.value = false;
}

/** Waits where the events that are read with a signal are paused, until they go on or are stopped. */
export async function unlessPaused(signal: AbortSignal | undefined): Promise<void> {
  if (!paused.value || running.value?.signal !== signal) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = paused.subscribe((still) => {
    if (!still) resolve();
  });
  await promise;
  end();
}

/** Begins something that can be stopped; what ran before is stopped. */
export function begin(): AbortController {
  stop();
  const mine = new AbortController();
  running.value = mine;
  return mine;
}

export function ended(mine: AbortController): void {
  if (running.value !== mine) return;
  running.value = undefined;
  paused.value = false;
}

/** A signal that is bumped at most once a frame, however often `changed` is called; with `apart` only after so many milliseconds. */
export function perFrame(apart: () => number = () => 0): { readonly version: Signal<number>; changed(): void } {
  const version = signal(0);
  let waiting = false;
  const changed = (): void => {
    if (waiting) return;
    waiting = true;
    const bump = (): void => {
      waiting = false;
      version.value += 1;
    };
    const apartMs = apart();
    if (apartMs === 0) requestAnimationFrame(bump);
    else setTimeout(requestAnimationFrame, apartMs, bump);
  };
  return { version, changed };
}
