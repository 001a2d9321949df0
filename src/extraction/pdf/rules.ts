/** Wider, and it is a box. */
export const MAX_RULE_WIDTH = 3;

/** A straight line of a page, or a thin box. */
export interface Rule {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const ruleBetween = (from: Point, to: Point): Rule => ({
  left: Math.min(from.x, to.x),
  right: Math.max(from.x, to.x),
  top: Math.min(from.y, to.y),
  bottom: Math.max(from.y, to.y),
});

export const isFrame = (outer: Rule, inner: Rule): boolean =>
  [inner.left - outer.left, outer.right - inner.right, inner.top - outer.top, outer.bottom - inner.bottom].every(
    (gap) => gap >= -0.1 && gap <= MAX_RULE_WIDTH,
  );

export const sidesOf = ({ left, right, top, bottom }: Rule): Rule[] => [
  { left, right, top, bottom: top },
  { left, right, top: bottom, bottom },
  { left, right: left, top, bottom },
  { left: right, right, top, bottom },
];

/** Coordinates behind pdf.js' steps of a path: to a point, a line, two kinds of curves, back to the first point. */
export const STEPS: readonly number[] = [2, 2, 6, 4, 0];
