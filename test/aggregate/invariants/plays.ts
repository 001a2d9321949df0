import type { Kind } from "./fed.ts";
import { broken } from "./rules.ts";
import type { Outcome, Stage } from "./stage.ts";

/** One source that answers otherwise, perhaps beside another that does. */
export interface Play {
  readonly id: string;
  readonly kind: Kind;
  readonly beside?: { readonly id: string; readonly kind: Kind };
}

/** Every source with every kind of answer, one at a time. */
export const runsOf = ({ parts }: Stage): readonly Play[] =>
  parts.flatMap(({ id, kinds }) => kinds.map((kind): Play => ({ id, kind })));

/** The same in pairs of sources. */
export const pairsOf = (stage: Stage): readonly Play[] => {
  const all = runsOf(stage);
  return all.flatMap((play, at) =>
    all.slice(at + 1).flatMap(({ id, kind }) => (id === play.id ? [] : [{ ...play, beside: { id, kind } }])),
  );
};

/** Numbers from 0 to 1 that are the same for a seed: https://en.wikipedia.org/wiki/Linear_congruential_generator */
function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A share of some plays, one at the least. */
export function drawn(plays: readonly Play[], share: number, seed: number): readonly Play[] {
  const throwDice = dice(seed + plays.length);
  const chosen = plays.map((play) => ({ play, at: throwDice() })).toSorted((a, b) => a.at - b.at);
  return chosen.slice(0, Math.ceil(plays.length * share)).map(({ play }) => play);
}

const known = new WeakMap<Stage, Map<string, Promise<Outcome>>>();

/** A run, kept where another compares itself with it. */
function runOnce(stage: Stage, casting: ReadonlyMap<string, Kind>): Promise<Outcome> {
  const runs = known.get(stage) ?? new Map<string, Promise<Outcome>>();
  known.set(stage, runs);
  const key = [...casting].map(([id, kind]) => `${id} ${kind}`).join(", ");
  const run = runs.get(key) ?? stage.run(casting);
  runs.set(key, run);
  return run;
}

/** What a play breaks, each with the play itself. */
export async function playedOut(stage: Stage, { id, kind, beside }: Play): Promise<readonly string[]> {
  const scene: readonly (readonly [string, Kind])[] = beside ? [[beside.id, beside.kind]] : [];
  const before = await runOnce(stage, new Map(scene));
  const without = await runOnce(stage, new Map([...scene, [id, "empty"]]));
  const after = await stage.run(new Map([...scene, [id, kind]]));
  const told = beside ? `${id} ${kind}, ${beside.id} ${beside.kind}` : `${id} ${kind}`;
  return broken({ analysis: stage.analysis, stranger: stage.stranger, id, kind, before, after, without }).map(
    (fault) => `${told}: ${fault}`,
  );
}
