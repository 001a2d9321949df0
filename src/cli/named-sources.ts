import { sourcesNamed } from "../operations/names.ts";
import type { Catalogue } from "../sources/by-name.ts";
import type { Order } from "./record.ts";

/** The sources of categories and names, each with what it is asked: its example, or the words of `source=words`. */
export const ordersFor = (catalogue: Catalogue, words: readonly string[]): readonly Order[] =>
  words.flatMap((word) => {
    const [name = "", ...q] = word.split("=");
    return sourcesNamed(catalogue, [name]).map((source) => ({
      source,
      q: q.length > 0 ? q.join("=") : source.query.example,
    }));
  });
