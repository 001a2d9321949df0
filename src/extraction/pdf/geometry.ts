/** A transformation of the plane (ISO 32000-1, 8.3.3). */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
export const times = (one: Matrix, other: Matrix): Matrix => [
  one[0] * other[0] + one[2] * other[1],
  one[1] * other[0] + one[3] * other[1],
  one[0] * other[2] + one[2] * other[3],
  one[1] * other[2] + one[3] * other[3],
  one[0] * other[4] + one[2] * other[5] + one[4],
  one[1] * other[4] + one[3] * other[5] + one[5],
];

export const numbersOf = (value: unknown): number[] => {
  if (ArrayBuffer.isView(value) && !(value instanceof DataView))
    return Array.from(value as Iterable<unknown> & ArrayBufferView, Number);
  return Array.isArray(value) ? value.map(Number) : [];
};

export function matrixOf(args: readonly unknown[]): Matrix {
  const list = args.length >= 6 ? args.map(Number) : numbersOf(args[0]);
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = list;
  return [a, b, c, d, e, f];
}
