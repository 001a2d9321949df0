import { terms } from "../../../language/terms.ts";
import type { wikidata } from "../../../sources/encyclopedia/wikidata.ts";
import type { ItemOf } from "../../../sources/source.ts";
import { alternative, longerNamed, type Sense, sensesOf } from "../../senses.ts";
import type { Gathered } from "../../settled-result.ts";
import type { Mention } from "./mention.ts";
import type { Project } from "./projects.ts";

/** Which of the things that bear the topic's name is meant, and which are not. */
export interface Meant {
  /** Whether it was told which things bear the name. */
  readonly answered: boolean;
  /** Undefined: none of them is known to be of technology. */
  readonly sense?: Sense | undefined;
  readonly others: readonly Sense[];
  /** Longer names of other things. */
  readonly longer: readonly Sense[];
}

export const UNKNOWN: Meant = { answered: false, others: [], longer: [] };

/** What describes a thing of technology. */
const TECHNICAL =
  /\b(?:programming|software|frameworks?|librar(?:y|ies)|technolog\w+|comput\w+|databases?|protocols?|operating systems?|web (?:browser|server|service|application)|file formats?|open[ -]source|engines?|runtimes?|compilers?|algorithms?|machine learning|artificial intelligence|hardware|processors?|markup|data (?:format|structure|processing)|package managers?|cryptograph\w+|query language|command[ -]line|developers?|standards?)\b/i;
/** What is written of technology, whatever else it names. */
const OF_TECHNOLOGY =
  /\b(?:\w*compiler\w*|releases?d?|crates?|packages?|librar(?:y|ies)|frameworks?|engines?|api|sdk|code|coding|programm\w+|developers?|async|runtime|kernel|memory|types?|syntax|wasm|linux|github|open[ -]source|benchmarks?|bindings?|parser|server|written in|rewrit\w+|v?\d+\.\d+)\b/i;
/** So many words of another thing's description make a text one of that thing. */
const ENOUGH = 2;

/** What the topic means here: the best known thing of technology of that name. */
export function meantBy(topic: string, { answered, items }: Gathered<ItemOf<typeof wikidata>>): Meant {
  const senses = sensesOf(topic, items);
  const sense = senses.find(({ description = "" }) => TECHNICAL.test(description));
  return {
    answered,
    sense,
    others: senses.filter((one) => one !== sense),
    longer: longerNamed(topic, items).filter(({ description = "" }) => !TECHNICAL.test(description)),
  };
}

/** Whether a mention is of another thing of the name, by the words around the name. Nothing is where none is known to be meant. */
export const isOfAnother = ({ sense, others, longer }: Meant) => {
  const phrases = longer.map(({ name }) => ` ${terms(name).join(" ")} `);
  return ({ title, tags, description = "" }: Pick<Project, "title" | "tags" | "description">): boolean => {
    if (sense === undefined) return false;
    const text = [title, description, ...tags].join(" . ");
    const words = terms(text);
    const spoken = ` ${terms(title).join(" ")} `;
    if (phrases.some((phrase) => spoken.includes(phrase))) return true;
    if (OF_TECHNOLOGY.test(text) || words.some((word) => sense.words.has(word))) return false;
    const said = new Set(words);
    return others.some((other) => [...other.words].filter((word) => said.has(word)).length >= ENOUGH);
  };
};

/** Mentions of the topic itself. */
export function ofTheTopic<T extends Mention>(meant: Meant, mentions: readonly T[]): readonly T[] {
  const other = isOfAnother(meant);
  return mentions.filter((mention) => !other(mention));
}

const REGISTRIES = new Set(["npm", "pypi", "crates"]);

/** Packages of exactly the topic's name that are of something else, by their descriptions. */
function packagesOf(topic: string, { sense }: Meant, projects: readonly Project[]) {
  if (sense === undefined) return [];
  const own = terms(topic);
  return projects.flatMap(({ name, description, url, source }) => {
    if (!REGISTRIES.has(source)) return [];
    const said = new Set(terms(description ?? ""));
    const isNamed = terms(name).join(" ") === own.join(" ");
    const isSame = own.every((term) => said.has(term)) || [...sense.words].some((word) => said.has(word));
    return isNamed && description !== undefined && !isSame ? [{ name, description, url, source }] : [];
  });
}

const MOST = 8;

/** What else the topic may mean. */
export const alternativesOf = (topic: string, meant: Meant, projects: readonly Project[]) =>
  [...meant.others.map(alternative), ...packagesOf(topic, meant, projects)].slice(0, MOST);
