/* What the HTML standard says of elements by their names. */

/** Words as a set. */
export const names = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** Elements without content. */
export const VOID = names(
  "area base basefont br col command embed frame hr img input keygen link meta param source track wbr",
);

/** Elements whose content is text whatever it looks like; `WITH_ENTITIES` are the ones in which references count. */
export const TEXT_ONLY = names("textarea title iframe noembed noframes xmp");
/** Those of them in whose text references count. */
export const WITH_ENTITIES = names("textarea title");

const PARAGRAPH = names("p");
const HEADING = names("h1 h2 h3 h4 h5 h6 p");
const CELL = names("td th");
const SECTION = names("thead tbody");

/** The elements that end when another begins inside them (HTML standard, optional tags), as far as one level up. */
export const ENDED_BY: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...[
    ..."address article aside blockquote details div dl fieldset figcaption figure footer form header hr main nav ol p pre section table ul".split(
      " ",
    ),
  ].map((name) => [name, PARAGRAPH] as const),
  ...["h1", "h2", "h3", "h4", "h5", "h6"].map((name) => [name, HEADING] as const),
  ["tr", names("tr th td")],
  ["th", CELL],
  ["td", CELL],
  ["tbody", SECTION],
  ["tfoot", SECTION],
  ["body", names("head")],
  ["a", names("a")],
  ["li", names("li")],
  ["option", names("option")],
  ["optgroup", names("optgroup option")],
  ["dd", names("dd dt")],
  ["dt", names("dd dt")],
  ["rt", names("rt rp")],
  ["rp", names("rt rp")],
]);
