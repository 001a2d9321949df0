import { type Fields, text } from "../../kit/shape.ts";
import { say } from "../../kit/words.ts";

const WORDS = {
  queued: "jobQueued",
  running: "jobRunning",
  paused: "paused",
  completed: "jobCompleted",
  failed: "jobFailed",
  cancelled: "jobCancelled",
} as const;

const CRAWLS: ReadonlySet<string> = new Set(["crawl", "scrape"]);

/** Whether a task visits pages one by one; of the other kinds each is one request. */
export const isCrawl = (task: Fields): boolean => CRAWLS.has(text(task["kind"]));

/** The state of a task in the reader's language; the service's own word where it is a new one. */
export function stateOf(task: Fields): string {
  const state = text(task["state"]);
  const known = Object.entries(WORDS).find(([name]) => name === state);
  return known ? say(known[1]) : state;
}
