import { z } from "zod";
import { folded } from "../language/fold.ts";
import { stopTermsOf } from "../language/stop-lists.ts";
import { terms } from "../language/terms.ts";
import type { wikidata } from "../sources/encyclopedia/wikidata.ts";
import type { ItemOf } from "../sources/source.ts";

/*
 * Disambiguation: a topic may be a language, a game and a metal. The other meanings of a name are listed in
 * `understood.alternatives`.
 */

/** Another thing of the name that was asked for. */
export const Alternative = z.object({
  name: z.string(),
  description: z.string().optional(),
  url: z.string(),
  source: z.string(),
});
export type Alternative = z.output<typeof Alternative>;

/** A thing that a name may mean. */
export interface Sense extends Alternative {
  /** What its description says of it, without stop words and the name's own. */
  readonly words: ReadonlySet<string>;
}

type Entity = ItemOf<typeof wikidata>;

/** Pages that list other things, and the names of people, which no topic means by themselves. */
const NO_THING =
  /\b(?:disambiguation page|wikimedia (?:category|list|template|project)|(?:family|given|male|female) (?:given )?name|surname|scholarly article|scientific article)\b/i;
const MOST = 6;

const stop = stopTermsOf("en");

const nameKey = (name: string): string => terms(name).join(" ") || folded(name.trim());

const namesOf = ({ title, aliases = [] }: Entity): readonly string[] => [title, ...aliases];

const senseOf = ({ title, snippet, url, source }: Entity, topic: string): Sense => {
  const own = new Set(terms(topic));
  return {
    name: title,
    ...(snippet !== undefined && { description: snippet }),
    url: url ?? "",
    source,
    words: new Set(terms(snippet ?? "").filter((term) => !own.has(term) && !stop.has(term) && !/^\p{N}+$/u.test(term))),
  };
};

/** The things that bear a name, as Wikidata has them: the best known first. */
export const sensesOf = (topic: string, entities: readonly Entity[]): readonly Sense[] =>
  entities
    .filter(
      (entity) =>
        entity.snippet !== undefined &&
        !NO_THING.test(entity.snippet) &&
        namesOf(entity).some((name) => nameKey(name) === nameKey(topic)),
    )
    .slice(0, MOST)
    .map((entity) => senseOf(entity, topic));

/** Things whose own names are longer and begin or end with the name: “Rust Belt” for “rust”. */
export const longerNamed = (topic: string, entities: readonly Entity[]): readonly Sense[] =>
  entities
    .filter(({ title, snippet = "" }) => {
      const [name, own] = [nameKey(title), nameKey(topic)];
      return !NO_THING.test(snippet) && name !== own && (name.startsWith(`${own} `) || name.endsWith(` ${own}`));
    })
    .map((entity) => senseOf(entity, topic));

/** A sense as it is serialised. */
export const alternative = ({ words: _, ...told }: Sense): Alternative => told;
