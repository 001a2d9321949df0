import { type FeedMarks, feedMarks } from "./marks.ts";
import { type PriceMemory, priceMemory } from "./prices.ts";

/** What the analyses keep from one request to the next. */
export interface State {
  readonly marks: FeedMarks;
  readonly prices: PriceMemory;
}

const kept = new Map<string | undefined, State>();

/** The state kept in a folder; without a folder it lives as long as the process. Nothing is opened before it is used. */
export function stateIn(dataDir: string | undefined): State {
  const known = kept.get(dataDir);
  if (known) return known;
  const state: State = { marks: feedMarks(dataDir), prices: priceMemory(dataDir) };
  kept.set(dataDir, state);
  return state;
}

/** Closes the files of a folder; whoever uses them later opens them again. */
export function closeState(dataDir: string | undefined): void {
  const state = kept.get(dataDir);
  state?.marks.close();
  state?.prices.close();
}
