import type { Cell, Cite, Frame } from "./prompt.ts";

/** Rows of a block, each of cells. */
export type Rows = readonly (readonly Cell[])[];

/** A row's address, by which an answer can cite it: the row gets a mark [n], and the address stands at the data's end. */
export const cite = (url: string | undefined): Cite => ({ cite: url });

/** A row "name: value", with a blank before the colon in French; none where there is no value. */
export const fact = (name: string, value: Exclude<Cell, Cite>, frame: Frame): Rows =>
  value === undefined || value === null || value === "" ? [] : [[`${name}${frame === "fr" ? " :" : ":"} ${value}`]];

/** A change in percent, with its sign. */
export const signed = (value: number | undefined): string | undefined =>
  value === undefined ? undefined : `${value > 0 ? "+" : ""}${value} %`;

/** The day of a time. */
export const day = (time: string | undefined): string | undefined => time?.slice(0, 10);
