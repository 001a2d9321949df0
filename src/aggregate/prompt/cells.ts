import type { Cell } from "./prompt.ts";

/** Rows of a block, each of cells. */
export type Rows = readonly (readonly Cell[])[];

/** A row "name : value", as French writes it; none where there is no value. */
export const fact = (name: string, value: Cell): Rows =>
  value === undefined || value === null || value === "" ? [] : [[`${name} : ${value}`]];

/** A change in percent, with its sign. */
export const signed = (value: number | undefined): string | undefined =>
  value === undefined ? undefined : `${value > 0 ? "+" : ""}${value} %`;

/** The day of a time. */
export const day = (time: string | undefined): string | undefined => time?.slice(0, 10);
