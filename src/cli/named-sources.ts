import type { Runtime } from "../runtime.ts";
import type { ListedSource } from "../sources/source.ts";
import type { Order } from "./record.ts";

type Known = Pick<Runtime, "categories" | "catalogue">;

/** The sources of categories or names; all where none is named. */
export function sourcesNamed({ categories, catalogue }: Known, names: readonly string[]): readonly ListedSource[] {
  if (names.length === 0) return catalogue.sources;
  return names.flatMap((name) => {
    return categories.find(({ id }) => id === name)?.sources ?? catalogue.named(name);
  });
}

/** The same, each with what it is asked: its example, or the words of `source=words`. */
export const ordersFor = (known: Known, words: readonly string[]): readonly Order[] =>
  words.flatMap((word) => {
    const [name = "", ...q] = word.split("=");
    return sourcesNamed(known, [name]).map((source) => ({
      source,
      q: q.length > 0 ? q.join("=") : source.query.example,
    }));
  });
