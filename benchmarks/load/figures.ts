import type { Came } from "./requests.ts";

/** Whether every figure so far is within its goal. */
export const held = { all: true };

/** Prints a figure beside its goal. */
export function figure(name: string, value: number, goal: string, isHeld: boolean, unit = ""): void {
  if (!isHeld) held.all = false;
  const shown = Math.abs(value) >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toFixed(2);
  console.log(`${isHeld ? "held  " : "MISSED"} ${name.padEnd(58)} ${shown.padStart(9)} ${unit.padEnd(6)} goal ${goal}`);
}

/** A percentile by nearest rank; NaN of nothing. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** What requests of each kind came to, a line each. */
export function told(came: readonly Came[], seconds: number): void {
  for (const [kind, all] of Map.groupBy(came, (one) => `${one.group} ${one.kind}`)) {
    const ok = all.filter(({ status }) => status === 200).map(({ ms }) => ms);
    const counts = Map.groupBy(
      all.filter(({ status }) => status !== 200),
      ({ status, why }) => `${status}${why ? ` ${why}` : ""}`,
    );
    const others = [...counts].map(([name, some]) => `${some.length} × ${name}`).join(", ");
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(ok, share).toFixed(0));
    console.log(
      `       ${kind.padEnd(20)} ${String(ok.length).padStart(6)} ok, ${(ok.length / seconds).toFixed(1)}/s   p50 ${p50} p95 ${p95} p99 ${p99} ms   ${others}`,
    );
  }
}

export const msOf = (came: readonly Came[]): readonly number[] => came.map(({ ms }) => ms);
export const answered = (came: readonly Came[]): readonly Came[] => came.filter(({ status }) => status === 200);
export const refused = (came: readonly Came[]): readonly Came[] => came.filter(({ status }) => status === 503);
