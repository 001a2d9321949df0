import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from "diff";

/** One line of a difference, as clients of the scrape API read it. */
interface Change {
  readonly type: "normal" | "add" | "del";
  readonly normal?: true;
  readonly add?: true;
  readonly del?: true;
  readonly ln?: number;
  readonly ln1?: number;
  readonly ln2?: number;
  readonly content: string;
}

/** The difference of two texts, as a patch and as data. */
export interface TextDiff {
  /** Unified diff. */
  readonly text: string;
  readonly json: {
    readonly files: readonly {
      readonly from: string;
      readonly to: string;
      readonly chunks: readonly { readonly content: string; readonly changes: readonly Change[] }[];
    }[];
  };
}

/** Two texts to compare. */
export interface DiffTask {
  readonly before: string;
  readonly after: string;
}

/** Beyond these the shortest edit is not looked for. */
const BOUNDS = { maxEditLength: 5_000, timeout: 2_000 };

/** The difference of two texts; undefined where they differ too much to align their lines. */
export function diffOf({ before, after }: DiffTask): TextDiff | undefined {
  const patch = structuredPatch("previous", "current", `${before}\n`, `${after}\n`, undefined, undefined, {
    context: 3,
    ...BOUNDS,
  });
  if (!patch) return undefined;
  const chunks = patch.hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => {
    let was = oldStart;
    let is = newStart;
    const changes = lines
      .filter((line) => !line.startsWith("\\"))
      .map((content): Change => {
        if (content.startsWith("+")) return { type: "add", add: true, ln: is++, content };
        if (content.startsWith("-")) return { type: "del", del: true, ln: was++, content };
        return { type: "normal", normal: true, ln1: was++, ln2: is++, content };
      });
    return { content: `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, changes };
  });
  return {
    text: formatPatch(patch, FILE_HEADERS_ONLY),
    json: { files: [{ from: "previous", to: "current", chunks }] },
  };
}
