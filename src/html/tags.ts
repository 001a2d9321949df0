/* What HTML says of elements by their names. Where htmlparser2 12 says it otherwise than the standard, so do we: the model of extraction was taught on such trees. */

const names = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Elements without content. */
const VOID = names(
  "area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr",
);

/** Elements whose content is text whatever it looks like. */
const TEXT_ONLY = names("iframe noembed noframes plaintext script style title textarea xmp");

/** Those of them in whose content entities count. */
const WITH_ENTITIES = names("title textarea");

const FORM = names("input option optgroup select button datalist textarea");
const PARAGRAPH = names("p");
const HEADING = names("h1 h2 h3 h4 h5 h6 p");
const SECTION = names("thead tbody");
const TERM = names("dd dt");
const RUBY = names("rt rp");
const CELL = names("td th");

const each = (words: string, ended: ReadonlySet<string>) => words.split(" ").map((name) => [name, ended] as const);

/** The elements that end, one after the other from the innermost, where one of the name begins. */
const ENDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["tr", names("tr th td")],
  ["body", names("head")],
  ["a", names("a")],
  ["li", names("li")],
  ["option", names("option")],
  ["optgroup", names("optgroup option")],
  ...each("td th", CELL),
  ...each("h1 h2 h3 h4 h5 h6", HEADING),
  ...each("select input output button datalist textarea", FORM),
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
/** Content that is a picture. */
export const SVG = 1;
const MATH = 2;

/** Elements of foreign content that hold HTML. */
const INTEGRATION = names("mi mo mn ms mtext annotation-xml foreignObject desc title");

/** Elements that end foreign content that somebody forgot to close. */
const BREAKS_OUT = names(
  `b blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li menu meta ol p pre s small
  span strong strike sub sup table tt u ul var`,
);

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

/** An element's name with what it means; one for each name of a page. */
export class Tag {
  readonly name: string;
  /** The name that it has in pictures instead, and in HTML; undefined where that is no other. */
  readonly inSvg: string | undefined;
  readonly inHtml: string | undefined;
  readonly isVoid: boolean;
  readonly isForm: boolean;
  readonly isSvg: boolean;
  /** A script or style. */
  readonly isCode: boolean;
  readonly ends: ReadonlySet<string> | undefined;
  /** Its content is text whatever it looks like. */
  readonly isTextOnly: boolean;
  /** … in which entities count. */
  readonly hasEntities: boolean;
  /** It cannot stand in foreign content. */
  readonly breaksOut: boolean;
  /** The kind of content that it begins: foreign, or HTML within foreign; undefined where that stays as it is. */
  readonly context: number | undefined;
  /** How many elements of the name are open. */
  open = 0;

  constructor(name: string) {
    this.name = name;
    this.inSvg = IN_SVG.get(name);
    this.inHtml = name === "image" ? "img" : undefined;
    this.isVoid = VOID.has(name);
    this.isForm = name === "form";
    this.isSvg = name === "svg";
    this.isCode = name === "script" || name === "style";
    this.ends = ENDS.get(name);
    this.isTextOnly = TEXT_ONLY.has(name);
    this.hasEntities = WITH_ENTITIES.has(name);
    this.breaksOut = BREAKS_OUT.has(name);
    this.context = this.isSvg ? SVG : name === "math" ? MATH : INTEGRATION.has(name) ? NONE : undefined;
  }
}

/** Whether a name that is written so far may become one of an element whose content is only text. */
export const beginsTextOnly = (begun: string): boolean => [...TEXT_ONLY].some((name) => name.startsWith(begun));
