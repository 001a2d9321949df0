/*
 * How long a test waits for what must come: so long that only what never comes fails it, also where the machine gives the
 * tests a tenth of their usual time. What must not take long is measured as this thread's own work (`processor-time.ts`),
 * or on virtual time.
 */
export const PATIENCE_MS = 60_000;

/** Whether something comes to hold, looking every few milliseconds. */
export async function eventually(holds: () => boolean, withinMs = PATIENCE_MS): Promise<boolean> {
  const end = performance.now() + withinMs;
  while (!holds() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 5));
  return holds();
}

/** Waits until something holds. */
export async function until(holds: () => boolean, what: string): Promise<void> {
  if (!(await eventually(holds))) throw new Error(`It never came to this: ${what}`);
}

/**
 * For a test of what a real deadline leaves: what must come before it comes later on a slow machine, so it is tried again.
 * What is wrong whatever the machine's speed fails each time.
 */
export const BY_THE_CLOCK = { retry: 3 };
