import { z } from "zod";
import { DAY_MS } from "./mention.ts";
import { DAYS, type Period } from "./schema.ts";

/** What the sources are asked with. */
export interface Asked {
  readonly topic: string;
  /** Lower case, without blanks: "machinelearning". */
  readonly tag: string;
  readonly period: Period;
  readonly now: number;
  /** Milliseconds since 1970: the period's beginning. */
  readonly from: number;
  /** Its name in GitHub's addresses, where the topic is a programming language. */
  readonly language?: string | undefined;
}

const WORDS = 6;

/** A topic of so many words. */
export const topicWords = z
  .string()
  .max(120, { error: "must have at most 120 characters" })
  .refine((text) => text.split(" ").length <= WORDS, { error: `must have at most ${WORDS} words` });

/** Languages that GitHub's trending page knows by these names, of those that are asked for most. */
const LANGUAGES = new Set(
  (
    "ada apl assembly astro awk bash c c# c++ clojure cobol coffeescript common-lisp crystal css cuda cython d dart elixir elm " +
    "emacs-lisp erlang f# fortran gleam go groovy haskell html java javascript jinja julia jupyter-notebook kotlin lua makefile " +
    "matlab mojo nim nix objective-c ocaml odin pascal perl php powershell prolog purescript python r racket roc ruby rust sass " +
    "scala scheme shell solidity sql svelte swift systemverilog tcl tex typescript typst v vala verilog vhdl vue webassembly zig"
  ).split(" "),
);

export function askedFor(topic: string, period: Period, now: number): Asked {
  const slug = topic.toLowerCase().replaceAll(" ", "-");
  return {
    topic,
    tag: topic.toLowerCase().replaceAll(" ", ""),
    period,
    now,
    from: now - DAYS[period] * DAY_MS,
    language: LANGUAGES.has(slug) ? slug : undefined,
  };
}

/** A day so many days ago, as GitHub's qualifiers take it. */
export const dayAgo = ({ now }: Asked, days: number): string =>
  new Date(now - days * DAY_MS).toISOString().slice(0, 10);
