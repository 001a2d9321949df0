import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from "diff";

/** Beyond these the shortest edit is not looked for: the lines are compared as sets. */
const BOUNDS = { maxEditLength: 5000, timeout: 500 };
const CONTEXT_LINES = 3;

interface TextChange {
  /** Lines that are new, in their order. */
  readonly added: readonly string[];
  /** Lines that are gone, in their order. */
  readonly removed: readonly string[];
  /** Unified diff; undefined where the texts differ too much to align their lines. */
  readonly diff?: string | undefined;
}

/** What changed between two texts, line by line (longest common subsequence). */
export function textChange(before: string, after: string, beforeAt: string, afterAt: string): TextChange {
  const patch = structuredPatch("before", "after", `${before}\n`, `${after}\n`, beforeAt, afterAt, {
    context: CONTEXT_LINES,
    ...BOUNDS,
  });
  if (!patch) return { added: onlyIn(after, before), removed: onlyIn(before, after) };
  const lines = patch.hunks.flatMap((hunk) => hunk.lines);
  const marked = (mark: string) => lines.flatMap((line) => (line.startsWith(mark) ? [line.slice(1)] : []));
  return { added: marked("+"), removed: marked("-"), diff: formatPatch(patch, FILE_HEADERS_ONLY) };
}

function onlyIn(text: string, other: string): string[] {
  const known = new Set(other.split("\n"));
  return text.split("\n").filter((line) => !known.has(line));
}
