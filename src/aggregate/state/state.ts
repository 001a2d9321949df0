import { type FeedMarks, feedMarks } from "./marks.ts";
import { type PriceMemory, priceMemory } from "./prices.ts";
import { stateThread } from "./thread.ts";

/** What the analyses keep from one request to the next. */
export interface State {
  readonly marks: Omit<FeedMarks, "close">;
  readonly prices: Omit<PriceMemory, "close">;
}

const kept = new Map<string | undefined, State & { close(): Promise<void> }>();

/** The state kept in a folder; without a folder it lives as long as the process. Nothing is opened before it is used. */
export function stateIn(dataDir: string | undefined): State {
  const known = kept.get(dataDir);
  if (known) return known;
  const state = dataDir === undefined ? inMemory() : stateThread(dataDir);
  kept.set(dataDir, state);
  return state;
}

/** Closes the files of a folder; whoever uses them later opens them again. */
export const closeState = async (dataDir: string | undefined): Promise<void> => kept.get(dataDir)?.close();

function inMemory(): State & { close(): Promise<void> } {
  const [marks, prices] = [feedMarks(undefined), priceMemory(undefined)];
  return {
    marks,
    prices,
    async close() {
      marks.close();
      prices.close();
    },
  };
}
