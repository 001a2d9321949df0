import { z } from "zod";
import type { HttpResponse } from "../../upstream/types.ts";

const Result = z.object({
  title: z.string(),
  url: z.string(),
  content: z.string().nullish(),
  engines: z.array(z.string()).nullish(),
  positions: z.array(z.number()).nullish(),
  score: z.number().nullish(),
  category: z.string().nullish(),
  publishedDate: z.string().nullish(),
  thumbnail: z.string().nullish(),
  img_src: z.string().nullish(),
});

const Answer = z.union([z.string(), z.object({ answer: z.string() }).transform(({ answer }) => answer)]);

/** An instance's answer. */
export const Body = z.object({
  results: z.array(Result),
  answers: z.array(Answer).nullish(),
  corrections: z.array(z.string()).nullish(),
  suggestions: z.array(z.string()).nullish(),
  unresponsive_engines: z.array(z.array(z.string())).nullish(),
});

/** The upstream's remarks beside its results. */
export function* remarks({ answers, corrections, suggestions, unresponsive_engines }: z.output<typeof Body>) {
  if (answers?.length) yield `answer: ${answers.join("; ")}`;
  if (corrections?.length) yield `did you mean: ${corrections.join("; ")}`;
  if (suggestions?.length) yield `suggestions: ${suggestions.join("; ")}`;
  if (unresponsive_engines?.length) yield `engines without an answer: ${silent(unresponsive_engines)}`;
}

/** Engines that did not answer, with their reasons. */
export const silent = (engines: readonly (readonly string[])[]): string =>
  engines.map(([name, reason]) => (reason ? `${name} (${reason})` : name)).join(", ");

/** Whether the first page was asked for. */
export const isFirst = ({ url }: HttpResponse): boolean => Number(URL.parse(url)?.searchParams.get("pageno") ?? 1) <= 1;
