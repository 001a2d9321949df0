/* How features are made of counts. */

export const log = (value: number): number => Math.log2(1 + value);

/** What part of the whole something is; 0 of nothing. */
export const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);
