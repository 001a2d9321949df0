import { createHash } from "node:crypto";
import { map, type Observable, of, switchMap } from "rxjs";
import { type Reader, readingIn } from "../../reading/reader.ts";
import { MAX_TEXT_BYTES, type PageSeen } from "../../reading/seen-pages/store.ts";
import { pageMemory } from "../../reading/seen-pages/thread.ts";
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
}

const DIFF = readingIn<DiffTask, TextDiff | undefined>(import.meta.url, "../../reading/text-diff", "diffOf");
export interface TrackDeps {
  readonly dataDir: string | undefined;
  readonly reader: Pick<Reader, "read">;
  readonly now: () => number;
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
 * Compares a page's Markdown with that of the last scrape that tracked it under the same tag, and remembers it. A page that is
 * gone is `removed` where it was there before, and remembered as it was; one that never was there is not remembered.
 */
export function tracked(
  { url, status, markdown }: Sight,
  { tag = "", modes }: FormatOf<"changeTracking">,
  { dataDir, reader, now }: TrackDeps,
): Observable<Tracking> {
  const memory = pageMemory(dataDir);
  const name = `md:${tag}`;
  return memory.recall(url, name).pipe(
    switchMap((before) => {
      const previousScrapeAt = before?.seenAt ?? null;
      const told = { previousScrapeAt, visibility: "visible" as const };
      if (isGone(status) && before)
        return of<Tracking>({ tracked: { ...told, changeStatus: "removed" }, before: before.text });
      if (isGone(status)) return of<Tracking>({ tracked: { ...told, changeStatus: "new" } });
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
        switchMap((diff) => memory.keep(url, name, seen).pipe(map(() => diff))),
        map((diff): Tracking => ({ tracked: { ...told, changeStatus, ...(diff && { diff }) }, before: before?.text })),
      );
    }),
  );
}
