import { cpus, loadavg } from "node:os";

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** The medians of two ways to do something, measured in alternating rounds: what changes on the machine meanwhile meets both. */
export async function alternating(
  rounds: number,
  one: () => Promise<number>,
  other: () => Promise<number>,
): Promise<readonly [one: number, other: number]> {
  const ones: number[] = [];
  const others: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const pair = [async () => ones.push(await one()), async () => others.push(await other())];
    for (const measured of round % 2 === 0 ? pair : pair.toReversed()) await measured();
  }
  return [median(ones), median(others)];
}

/** Prints a figure beside its goal; one that misses it ends the process with status 1, once all is measured. */
export function figure(what: string, value: string, goal: string, reached: boolean): void {
  console.log(`${reached ? "reached" : "MISSED "}  ${what}: ${value} (goal: ${goal})`);
  if (!reached) process.exitCode = 1;
}

/** On what was measured. */
const machine = (): string => `${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)}; node ${process.version}`;

type Part = () => Promise<void>;

/** Runs the parts that are named, or all of them, one after another. */
export async function runParts(parts: Readonly<Record<string, Part>>, named: readonly string[]): Promise<void> {
  const unknown = named.find((name) => !Object.hasOwn(parts, name));
  if (unknown !== undefined) {
    console.error(`There is no part ${unknown}; there are: ${Object.keys(parts).join(", ")}.`);
    process.exitCode = 2;
    return;
  }
  console.log(machine());
  for (const [name, part] of Object.entries(parts)) {
    if (named.length > 0 && !named.includes(name)) continue;
    const begin = performance.now();
    await part();
    console.log(`         ${name} took ${((performance.now() - begin) / 1000).toFixed(0)} s`);
  }
}
