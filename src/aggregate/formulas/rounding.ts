/** A figure as it is shown: so many decimals; half, as it is written in decimals, is rounded away from zero. */
export function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  // 1.005 is a little less in binary: a value within one step of half counts as half.
  const shown = (Math.sign(value) * Math.round(Math.abs(value) * scale * (1 + Number.EPSILON))) / scale;
  return shown === 0 ? 0 : shown;
}

/** A change or a share in percent, with one decimal: 2.7 is 2.7 %. */
export const percent = (value: number): number => rounded(value, 1);
