import type { z } from "zod";
import type { Reached } from "../parts.ts";
import type { AnalysisResponse } from "../response.ts";

/** The languages that the frame of a prompt is written in. */
export type Frame = "en" | "fr";

/** Words of our own, in either language; one text where the prompt has one language. */
export type Words = string | Readonly<Record<Frame, string>>;

/** The address that a row of a prompt can be cited by; see `cite` in `cells.ts`. */
export interface Cite {
  readonly cite: string | undefined;
}

/** A value as it came, cleaned before it is shown; or its row's address, shown as a mark. */
export type Cell = string | number | boolean | null | undefined | Cite;

/** An answer as a prompt reads it: any section may be absent. */
type Told<Answer extends z.ZodObject, Understood extends z.ZodObject> = Partial<z.output<Answer>> &
  Pick<AnalysisResponse, "q" | "limits" | "generated_at"> & { readonly understood: Partial<z.output<Understood>> };

/** A piece of an answer as rows, in the order of their importance. */
export interface Block<Answer extends z.ZodObject = z.ZodObject, Understood extends z.ZodObject = z.ZodObject> {
  /** Stands before its rows: "findings". */
  readonly name: Words;
  /** The heads of a table's columns; absent: its rows are the entries of a list, their cells joined with " · ". */
  readonly columns?: readonly Words[];
  /** Rows to begin with, and the fewest that are of use. */
  readonly rows: readonly [start: number, least: number];
  /** Characters of a cell at most: 240, or 400 for what holds whole texts. */
  readonly cell?: 240 | 400;
  /** Its cells are warnings: they are cut at a sentence's end only, at 600 characters, and what is cut says so. */
  readonly whole?: true;
  /** Its rows, all of them; none: the block is left out. A row whose cells are all absent is none. */
  read(answer: Told<Answer, Understood>, frame: Frame): readonly (readonly Cell[])[];
}

/** A prompt as data; see `render.ts` for how it becomes text. */
export interface Prompt<Answer extends z.ZodObject = z.ZodObject, Understood extends z.ZodObject = z.ZodObject> {
  /** Stands before `q` in the first line; the analysis' title where it is absent. */
  readonly title?: Words;
  /** The language where the request names none; absent: that of the answer (`understood.language`) or of `q`. */
  readonly language?: "fr";
  /** Who is to answer, in one sentence. */
  readonly role: Words;
  /** The most important first. */
  readonly blocks: readonly Block<Answer, Understood>[];
  /**
   * The part of the answer that a prompt shows, of which so many rows of each block stand in it; absent: all of it. For what
   * a run marks as reported (see `AnalyseDeps.reached`).
   */
  shows?(answer: AnalysisResponse, rows: readonly number[]): Reached;
  /** Three to five lines. */
  readonly task: readonly Words[];
  /** Form and length of what is wanted. */
  readonly output: Words;
  /** A sentence at the end that is never cut: for data on health or investments. */
  readonly disclaimer?: Words;
}

/** Words in one language. */
export const wordsIn = (words: Words, frame: Frame): string => (typeof words === "string" ? words : words[frame]);
