import { z } from "zod";
import type { Judge } from "../kit/responses/answer.ts";

/** A list of rows, or one row by itself: museums answer a search by the one and a number by the other. */
export const rowsOrOne = <T extends z.ZodType>(row: T) =>
  z.preprocess(
    (value) => (typeof value === "object" && value !== null && !Array.isArray(value) ? [value] : value),
    z.array(row),
  );

/** The number of an object, where it is asked for by that. */
export const numberIn = (q: string): string | undefined => /^\d{1,9}$/.exec(q)?.[0];

/** A number that the museum does not have; a search that is not there is another matter. */
export const unknownNumber: Judge = ({ status, url }) =>
  status === 404 && /\/O?\d{1,9}$/.test(URL.parse(url)?.pathname ?? "") ? "empty" : undefined;
