/** More values than a label has by itself: 333 sources, some with a second way. */
const MOST_VALUES = 1_000;

/** What values beyond the bound are counted as. */
const OTHER = "other";

/**
 * Bounds the values of a label: the first `most` different ones pass, later ones are `other`, so that what is counted cannot
 * grow with what is asked.
 */
export function bounded(most = MOST_VALUES): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.has(value)) return value;
    if (known.size >= most) return OTHER;
    known.add(value);
    return value;
  };
}
