import { type AnalysisFacts, analysisFacts } from "../../aggregate/analysis-facts.ts";
import type { Category } from "../../sources/define.ts";
import type { ListedSource } from "../../sources/source.ts";
import { nameOf, wordsOf } from "../analyses.ts";
import { CATEGORY_WORDS } from "../categories.ts";
import { type Described, finder } from "./find.ts";
import { purposes } from "./purposes.ts";

/** A parser or an analysis. */
export type Askable =
  | { readonly kind: "parser"; readonly source: ListedSource; readonly category: Category<ListedSource> }
  | { readonly kind: "analysis"; readonly facts: AnalysisFacts };

const parsersOf = (categories: readonly Category<ListedSource>[]): readonly Askable[] =>
  categories.flatMap((category) => category.sources.map((source) => ({ kind: "parser", source, category }) as const));

const analyses: readonly Askable[] = analysisFacts.map((facts) => ({ kind: "analysis", facts }));

const indices = new WeakMap<readonly Category<ListedSource>[], (words: string) => readonly Askable[]>();

/** The parsers and analyses that are what the words want, the best first. The index is made at the first call. */
export function found(categories: readonly Category<ListedSource>[], words: string): readonly Askable[] {
  const index = indices.get(categories) ?? indexOf(categories);
  indices.set(categories, index);
  return index(words);
}

function indexOf(categories: readonly Category<ListedSource>[]): (words: string) => readonly Askable[] {
  const wanted = purposes();
  return finder([...parsersOf(categories), ...analyses], (askable) => described(askable, wanted));
}

function described(askable: Askable, wanted: ReadonlyMap<string, string>): Described {
  if (askable.kind === "analysis") {
    const { facts } = askable;
    const further = [facts.describe, facts.path, facts.q.describe, ...Object.keys(facts.parameters)].join(" ");
    return {
      name: nameOf(facts),
      title: facts.title,
      describe: wordsOf(facts),
      purpose: wanted.get(nameOf(facts)) ?? "",
      further,
      shelf: "",
      kind: "",
    };
  }
  const { source, category } = askable;
  // What a category's tool is not for stands in its second sentence.
  const [words = ""] = (CATEGORY_WORDS[category.id] ?? "").split(". ");
  return {
    name: source.id,
    title: source.title,
    describe: source.query.describe,
    purpose: wanted.get(source.id) ?? "",
    shelf: `${category.title} ${words}`,
    kind: wanted.get(`@${category.id}`) ?? "",
    further: [
      source.query.example,
      ...Object.keys(source.query.options.properties ?? {}),
      ...Object.keys(source.item.properties ?? {}),
    ].join(" "),
  };
}
