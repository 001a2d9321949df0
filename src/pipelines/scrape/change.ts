import { createHash } from "node:crypto";
import { map, type Observable, of, switchMap } from "rxjs";
import { type Reader, readingIn } from "../../reading/reader.ts";
import { MAX_TEXT_BYTES, type PageSeen } from "../../reading/seen-pages/store.ts";
import { type PageThread, pageMemory } from "../../reading/seen-pages/thread.ts";
import type { DiffTask, TextDiff } from "../../reading/text-diff.ts";
import type { FormatOf } from "./formats.ts";

/** A page beside what it was when it was last scraped so. */
export interface Tracked {
  /** ISO 8601; null the first time. */
  readonly previousScrapeAt: string | null;
  readonly changeStatus: "new" | "same" | "changed" | "removed";
  readonly visibility: "visible";
  readonly diff?: TextDiff;
  /** By field, what it was and what it is. */
  readonly json?: unknown;
}

/** What was told of a page, and the text of the time before. */
export interface Tracking {
  readonly tracked: Tracked;
  readonly before?: string | undefined;
  /** Remembers the page as it is now. Cold, emits once; for the end, since a page that failed changes nothing in the memory. */
  readonly keep$: Observable<void>;
}

const DIFF = readingIn<DiffTask, TextDiff | undefined>(import.meta.url, "../../reading/text-diff", "diffOf");
export interface TrackDeps {
  readonly dataDir: string | undefined;
  readonly reader: Pick<Reader, "read">;
  readonly now: () => number;
  /** Default: that of `dataDir`. */
  readonly memory?: PageThread | undefined;
}

/** What was found at an address. */
interface Sight {
  readonly url: string;
  readonly status: number;
  readonly markdown: string;
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");
const isGone = (status: number): boolean => status === 404 || status === 410;

/**
 * Compares a page's Markdown with that of the last scrape that tracked it under the same tag, and says how to remember it. A page that is
 * gone is `removed` where it was there before, and remembered as it was; one that never was there is not remembered.
 */
export function tracked(
  { url, status, markdown }: Sight,
  { tag = "", modes }: FormatOf<"changeTracking">,
  { dataDir, reader, now, memory = pageMemory(dataDir) }: TrackDeps,
): Observable<Tracking> {
  const name = `md:${tag}`;
  return memory.recall(url, name).pipe(
    switchMap((before) => {
      const previousScrapeAt = before?.seenAt ?? null;
      const told = { previousScrapeAt, visibility: "visible" as const };
      if (isGone(status) && before)
        return of<Tracking>({
          tracked: { ...told, changeStatus: "removed" },
          before: before.text,
          keep$: of(undefined),
        });
      if (isGone(status)) return of<Tracking>({ tracked: { ...told, changeStatus: "new" }, keep$: of(undefined) });
      const hash = hashOf(markdown);
      const seen: PageSeen = {
        title: null,
        text: Buffer.from(markdown).subarray(0, MAX_TEXT_BYTES).toString(),
        hash,
        seenAt: new Date(now()).toISOString(),
        etag: null,
        lastModified: null,
      };
      const changeStatus = !before ? "new" : (before.hash ?? hashOf(before.text)) === hash ? "same" : "changed";
      const wantsDiff = changeStatus === "changed" && before !== undefined && modes.includes("git-diff");
      const diff$ = wantsDiff
        ? reader.read(DIFF, { before: before.text, after: seen.text }, { url, pieces: [] })
        : of(undefined);
      return diff$.pipe(
        map(
          (diff): Tracking => ({
            tracked: { ...told, changeStatus, ...(diff && { diff }) },
            before: before?.text,
            keep$: memory.keep(url, name, seen),
          }),
        ),
      );
    }),
  );
}
