import type { OperatorFunction } from "rxjs";
import type { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { withoutControls } from "../../../extraction/controls.ts";
import { relay } from "../../../relay.ts";
import type { Item, ReadContext } from "../../source.ts";
import { plainText } from "../html/plain-text.ts";
import { withoutMojibake } from "../values/mojibake.ts";
import { withoutNoise } from "../values/numbers.ts";
import { firstIssue, lacking, leaveOut } from "./lenient-parse.ts";

/**
 * How the values of a source's items are cleaned. `verbatim`: its texts are about markup (pages, code, questions on them),
 * so `<b>` and `&amp;` in them are what they say.
 */
interface Cleaning {
  readonly verbatim?: boolean | undefined;
}

/** What upstreams that print a missing value of their programming language write. */
const PRINTED_ABSENCE: ReadonlySet<string> = new Set(["None", "null", "undefined", "NaN", "N/A", "[object Object]"]);
/** Fields in which such a word is a name: a film "None", a package "null". */
const NAMES: ReadonlySet<string> = new Set(["title", "name", "id"]);

/**
 * Without what is absent: undefined, null, NaN, blank text and the words that print an absent value, at every depth. Texts
 * are trimmed, lose control characters and markup, and are read right where their UTF-8 was not; numbers lose the digits
 * that only binary fractions gave them.
 */
function present(value: unknown, how: Cleaning, field = ""): unknown {
  if (typeof value === "string") return presentText(value, how, field);
  if (typeof value === "number") return Number.isFinite(value) ? withoutNoise(value) : undefined;
  if (value === null) return undefined;
  if (Array.isArray(value))
    return value.map((entry) => present(entry, how, field)).filter((entry) => entry !== undefined);
  if (isPlain(value)) {
    const kept: Record<string, unknown> = {};
    for (const name of Object.keys(value)) {
      const clean = present(value[name], how, name);
      // Assigned, it would be the object's prototype and no field.
      if (clean !== undefined && name !== "__proto__") kept[name] = clean;
    }
    return kept;
  }
  return value;
}

function presentText(written: string, { verbatim }: Cleaning, field: string): string | undefined {
  if (PRINTED_ABSENCE.has(written) && !NAMES.has(field)) return undefined;
  const text = withoutControls(withoutMojibake(written)).trim();
  return (verbatim ? text : plainText(text).trim()) || undefined;
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype;

const known = new WeakMap<z.ZodObject, z.ZodObject>();

/** A source's schema without what the service itself adds; made once, for its checks are compiled on first use. */
function withoutSource(schema: z.ZodObject): z.ZodObject {
  const made = known.get(schema) ?? schema.omit({ source: true });
  known.set(schema, made);
  return made;
}

/**
 * Lets items through that fit the schema, cleaned of what is absent, with the source that they are of. An optional value
 * that does not fit is left out of its row, with a note; a row without what it must have is left out and reported as a
 * `dropped` notice; when no row fits, the stream fails with `changed`: the upstream's answer has a new shape.
 *
 *     drafts: --a--x--b--|      drafts: --x--x--|
 *     items:  --a-----b--|      items:  --------#(changed)
 */
export function validateItems(
  schema: z.ZodObject,
  id: string,
  context: Pick<ReadContext, "notice">,
  cleaning: Cleaning = {},
): OperatorFunction<object, Item> {
  const fields = withoutSource(schema);
  return relay((items) => {
    let fitting = 0;
    let dropped = 0;
    let lessened = 0;
    let why = "";
    let lack = "";
    return {
      next(draft) {
        const clean = present(draft, cleaning);
        const whole = fields.safeParse(clean);
        if (whole.success) {
          fitting += 1;
          items.next({ ...whole.data, source: id });
          return;
        }
        for (const { path } of whole.error.issues) leaveOut(clean, path);
        const less = fields.safeParse(clean);
        if (!less.success) {
          dropped += 1;
          why ||= firstIssue(less.error);
          return;
        }
        fitting += 1;
        lessened += 1;
        lack ||= firstIssue(whole.error);
        items.next({ ...less.data, source: id });
      },
      complete() {
        if (dropped > 0 && fitting === 0)
          throw new SourceError("changed", `${id} answered in a shape we do not know (${why}).`);
        if (dropped > 0) context.notice({ kind: "dropped", count: dropped, why });
        if (lessened > 0) context.notice(lacking(lessened, lack));
        items.complete();
      },
    };
  });
}
