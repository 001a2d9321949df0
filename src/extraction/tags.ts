/* What HTML says of elements by their names, as htmlparser2 12 has it (its Parser.js), so that pages are cut as they were when the model was taught. */

const names = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Elements without content. */
const VOID = names(
  "area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr",
);

/** Elements whose content is text whatever it looks like. */
export const TEXT_ONLY = names("iframe noembed noframes plaintext script style title textarea xmp");

/** Those of them in whose content entities count. */
export const WITH_ENTITIES = names("title textarea");

const FORM = names("input option optgroup select button datalist textarea");
const PARAGRAPH = names("p");
const HEADING = names("h1 h2 h3 h4 h5 h6 p");
const SECTION = names("thead tbody");
const TERM = names("dd dt");
const RUBY = names("rt rp");

const each = (words: string, ended: ReadonlySet<string>) => words.split(" ").map((name) => [name, ended] as const);

/** The elements that end, one after the other from the innermost, where one of the name begins. */
const ENDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["tr", names("tr th td")],
  ["th", names("th")],
  ["td", names("thead th td")],
  ["body", names("head link script")],
  ["a", names("a")],
  ["li", names("li")],
  ...each("h1 h2 h3 h4 h5 h6", HEADING),
  ...each("select input output button datalist textarea", FORM),
  ["option", names("option")],
  ["optgroup", names("optgroup option")],
  ...each("dd dt", TERM),
  ...each(
    "p address article aside blockquote details div dl fieldset figcaption figure footer form header hr main nav ol pre section table ul",
    PARAGRAPH,
  ),
  ...each("rt rp", RUBY),
  ...each("tbody tfoot", SECTION),
]);

/** Content that is HTML. */
export const NONE = 0;
const SVG = 1;
const MATH = 2;

const INTEGRATION = names("mi mo mn ms mtext annotation-xml foreignObject desc title");

/** Names that pictures write with capitals, by their small ones. */
const IN_SVG = new Map(
  `altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend feColorMatrix
  feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight
  feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology
  feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef
  linearGradient radialGradient textPath`
    .split(/\s+/)
    .map((name) => [name.toLowerCase(), name]),
);

/** How a name is written where foreign content is open; undefined: as it is. */
export function adjustedName(name: string, foreign: number, isOpen: (name: string) => boolean): string | undefined {
  const adjusted = IN_SVG.get(name);
  return adjusted !== undefined && (foreign === SVG || isOpen(adjusted)) ? adjusted : undefined;
}

/** An element's name with what it means; one for each name of a page. */
export class Tag {
  readonly name: string;
  readonly isVoid: boolean;
  readonly ends: ReadonlySet<string> | undefined;
  /** The kind of content that it begins: foreign, or HTML within foreign; undefined where that stays as it is. */
  readonly context: number | undefined;

  constructor(name: string) {
    this.name = name;
    this.isVoid = VOID.has(name);
    this.ends = ENDS.get(name);
    this.context = name === "svg" ? SVG : name === "math" ? MATH : INTEGRATION.has(name) ? NONE : undefined;
  }
}

/** The attributes that reading a page asks for, each to itself; all others are left out. */
export const ATTRIBUTES: ReadonlyMap<string, string> = new Map(
  `class id role hidden aria-hidden style itemprop itemtype property name content http-equiv href rel sizes
  lang xml:lang type datetime pubdate src alt width height start shadowrootmode aria-label title data-src
  data-original data-lazy-src data-lazy data-original-src data-img-src data-url data-hi-res-src data-full-src
  srcset data-srcset data-lazy-srcset data-original-set`
    .split(/\s+/)
    .map((name) => [name, name]),
);
