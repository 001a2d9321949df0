/** What an operation costs the service, by the part of it that it takes most of. */
export const COST_CLASSES = ["light", "search", "extract", "crawl", "document", "browser", "model"] as const;

export type CostClass = (typeof COST_CLASSES)[number];

/** How much of a class is under way, and how much waits. */
export interface ClassLimits {
  /** Under way at once at most. */
  readonly most: number;
  /** Where the class takes the processor: so many remain, however busy that is. Absent: `most` never changes. */
  readonly least?: number;
  /** Waiting at most. */
  readonly waiting: number;
  /** Milliseconds within which one that waits begins, or is refused. */
  readonly deadlineMs: number;
}

/**
 * The limits of each class but `light`, which neither waits nor is counted: it answers from memory. `search` asks several
 * engines, `extract` reads one page or asks one source, `crawl` many pages, `document` a file that was sent, `browser` has
 * pages drawn, `model` waits for a language model.
 */
export const CLASS_LIMITS: Readonly<Record<Exclude<CostClass, "light">, ClassLimits>> = {
  search: { most: 200, least: 8, waiting: 400, deadlineMs: 5_000 },
  extract: { most: 200, least: 8, waiting: 400, deadlineMs: 5_000 },
  crawl: { most: 40, least: 4, waiting: 80, deadlineMs: 10_000 },
  document: { most: 24, least: 4, waiting: 80, deadlineMs: 10_000 },
  browser: { most: 12, waiting: 40, deadlineMs: 10_000 },
  model: { most: 40, waiting: 80, deadlineMs: 10_000 },
};
