import type { SourceError } from "../errors.ts";
import type { Analysis } from "./define.ts";
import type { SourceOutcomes } from "./source-outcomes.ts";

/*
 * Failed is not none: a section of which no source answered, and a field of which one source failed, cannot be an empty list, 0
 * or false.
 */

type Fields = Pick<Analysis, "from" | "fields">;

/** A section as it may be told: without what stands empty although none of its sources answered. Undefined: nothing is left. */
export function toldOnly(
  name: string,
  value: unknown,
  { from, fields, sources }: Fields & Pick<Analysis, "sources">,
  { fared }: Pick<SourceOutcomes, "fared">,
): unknown {
  const ids = from[name] ?? [];
  if (isHollow(value) && ids.length > 0 && !ids.some((id) => fared(id).kind === "answered")) return undefined;
  if (isHollow(value) && ids.some((id) => sources.get(id)?.kind === "primary" && isLost(fared(id)))) return undefined;
  return Object.entries(fields)
    .filter(([path, sources]) => path.startsWith(`${name}.`) && !allAnswered(sources, fared))
    .reduce((told, [path]) => withoutHollow(told, path.split(".").slice(1)), value);
}

/** A source failed, and no fallback answered in its place. */
const isLost = (outcome: ReturnType<SourceOutcomes["fared"]>): boolean =>
  outcome.kind === "failed" && !outcome.recovered && outcome.failures.some(({ kind }) => kind !== "not-found");

/** A source that lacks its key was not asked. */
const lacksKey = (outcome: ReturnType<SourceOutcomes["fared"]>): boolean =>
  outcome.kind === "failed" && outcome.failures.every(({ kind }) => kind === "missing-key");

/** Whether “none” can be told of a field: one of its sources answered, and none of those asked failed or is under way. */
function allAnswered(ids: readonly string[], fared: SourceOutcomes["fared"]): boolean {
  const outcomes = ids.map(fared);
  return (
    outcomes.some(({ kind }) => kind === "answered") &&
    outcomes.every(
      (one) => one.kind === "unasked" || lacksKey(one) || (one.kind === "answered" && one.failures.length === 0),
    )
  );
}

/** The fields of a section that are absent and of which a source failed, with the failures. */
export function untoldFields(
  sections: ReadonlyMap<string, unknown>,
  { fields }: Fields,
  { fared }: Pick<SourceOutcomes, "fared">,
): readonly { readonly path: string; readonly failures: readonly (readonly [id: string, error: SourceError])[] }[] {
  return Object.entries(fields).flatMap(([path, ids]) => {
    const [section = path, ...names] = path.split(".");
    if (!sections.has(section) || at(sections.get(section), names) !== undefined) return [];
    const outcomes = ids.map((id) => ({ id: id.split("#")[0] ?? id, outcome: fared(id) }));
    const failures = outcomes.flatMap(({ id, outcome }) =>
      outcome.kind === "failed" || outcome.kind === "answered"
        ? outcome.failures.map((error) => [id, error] as const)
        : [],
    );
    return failures.length > 0 ? [{ path, failures }] : [];
  });
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const at = (value: unknown, [name, ...names]: readonly string[]): unknown =>
  name === undefined ? value : isRecord(value) ? at(value[name], names) : undefined;

/** A list, number, flag or object of these that says “none”. */
function isHollow(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isRecord(value)) return Object.values(value).every(isHollow);
  return value === 0 || value === false;
}

/** An object without the field at a path, where that says “none”. */
function withoutHollow(value: unknown, [name, ...names]: readonly string[]): unknown {
  if (name === undefined || !isRecord(value) || !(name in value)) return value;
  const { [name]: field, ...others } = value;
  const left = names.length > 0 ? withoutHollow(field, names) : isHollow(field) ? undefined : field;
  return left === undefined ? others : { ...value, [name]: left };
}
