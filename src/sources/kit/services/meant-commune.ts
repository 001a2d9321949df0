import { isDivided, plainName } from "./insee-codes.ts";

/** A place as it is asked for. */
interface Named {
  readonly text: string;
  readonly kind: "name" | "digits" | "insee" | "point";
}

/** What tells one commune from others of a name. */
interface Candidate {
  readonly name: string;
  readonly insee: string;
  readonly population?: number | undefined;
}

/** Those of that very name, where any is called so. */
export const namesakes = <C extends Candidate>({ text }: Named, communes: readonly C[]): readonly C[] =>
  communes.filter(({ name }) => plainName(name) === plainName(text));

/** Whether a commune's name has every word that was asked for: the register answers what is only alike, too. */
function holds({ name }: Candidate, { text }: Named): boolean {
  const words = new Set(plainName(name).split(" "));
  return plainName(text)
    .split(" ")
    .every((word) => words.has(word));
}

/** The communes that were meant: those of that very name, or else the likeliest one whose name has all of its words. */
export function meant<C extends Candidate>(asked: Named, communes: readonly C[]): readonly C[] {
  if (asked.kind === "name") {
    const alike = namesakes(asked, communes);
    return alike.length > 0 ? alike : communes.filter((one) => holds(one, asked)).slice(0, 1);
  }
  // A postal code of Paris is one of all Paris and one of an arrondissement: the narrower one was meant.
  const narrow = communes.filter(({ insee }) => !isDivided(insee));
  return narrow.length > 0 ? narrow : communes;
}

export const largestFirst = <C extends Candidate>(communes: readonly C[]): readonly C[] =>
  communes.toSorted((a, b) => (b.population ?? 0) - (a.population ?? 0));

/** Of all communes that a place's words may mean, those that were meant, the largest first. */
export const meantFirst = <C extends Candidate>(asked: Named, communes: readonly C[]): readonly C[] =>
  largestFirst(meant(asked, communes));
