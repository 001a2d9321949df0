/** A value without what is absent: undefined, null, "", numbers that are none, and objects of which nothing is left; lists stay. */
export function omitEmpty(value: unknown): unknown {
  if (typeof value === "string") return value === "" ? undefined : value;
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) return value.map(omitEmpty).filter((entry) => entry !== undefined);
  if (typeof value !== "object") return value;
  const kept = Object.entries(value).flatMap(([name, field]): (readonly [string, unknown])[] => {
    const there = omitEmpty(field);
    return there === undefined || isHollow(there) ? [] : [[name, there]];
  });
  return Object.fromEntries(kept);
}

const isHollow = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
