/* What CSS says of whether something is seen. */

/** Declared values by property, in small letters. */
export type Declarations = ReadonlyMap<string, string>;

const MAX_DECLARATIONS = 4_000;
/** Properties that can hide, or show again what another rule hides. */
const TELLING =
  /display|visibility|opacity|clip|font-size|height|width|text-indent|position|left|right|top|bottom|inset|margin|transform|translate|scale|overflow|filter|color|background-clip|user-select/i;

/** The declarations of a block or a `style` attribute that say whether something is seen; those that are `!important` apart. */
export function declarationsOf(css: string): { readonly plain: Declarations; readonly important: Declarations } {
  const plain = new Map<string, string>();
  const important = new Map<string, string>();
  for (const declaration of css.slice(0, MAX_DECLARATIONS).split(";")) {
    const colon = declaration.indexOf(":");
    if (colon < 0) continue;
    const property = declaration.slice(0, colon).trim().toLowerCase();
    if (!TELLING.test(property)) continue;
    const value = declaration
      .slice(colon + 1)
      .trim()
      .toLowerCase();
    const stated = value.replace(/\s*!\s*important$/, "");
    (stated === value ? plain : important).set(property.replace(/^-(?:webkit|moz|ms)-/, ""), stated);
  }
  return { plain, important };
}

/** `gone`: nobody perceives it. `ear`: it is kept off the screen, for those who hear the page. */
export type Hiding = "gone" | "ear";

const ZERO = /^[+-]?0*(?:\.0*)?(?:px|r?em|%|pt|vh|vw|ch|ex)?$/;
const isZero = (value: string | undefined): boolean => value !== undefined && value !== "" && ZERO.test(value);
const isDot = (value: string | undefined): boolean => isZero(value) || value === "1px";
/** Far beyond the left or upper edge of any screen. */
const isFar = (value: string | undefined): boolean => {
  const number = /(-\d{3,7})(?:\.\d+)?(?:px|r?em|pt|%|vw|vh)/.exec(value ?? "")?.[1];
  return number !== undefined && Number(number) <= -400;
};

const OFFSETS = ["left", "right", "top", "bottom", "inset", "margin-left", "margin-top", "margin"];
const NO_CLIP = /^rect\(\s*[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?\s*\)$/;
const NO_CLIP_PATH =
  /inset\(\s*(?:50|100)%|circle\(\s*0|polygon\(\s*0(?:px)?\s+0(?:px)?\s*,\s*0(?:px)?\s+0(?:px)?\s*,\s*0/;

/**
 * How declarations hide what they apply to; undefined where they do not. A transition, an animation or a transform shows
 * nothing by itself: what a script shows later is told by its markup (`folded.ts`).
 *
 * @param leaf whether there is only text in it: elements in a text without size set their own, which takes the blanks out
 *   between them
 */
export function hidingOf(style: Declarations, leaf: boolean): Hiding | undefined {
  const of = (name: string) => style.get(name);
  if (
    of("display") === "none" ||
    /^(?:hidden|collapse)$/.test(of("visibility") ?? "") ||
    of("content-visibility") === "hidden"
  )
    return "gone";
  if (isZero(of("opacity")) || /opacity\(\s*0%?\s*\)/.test(of("filter") ?? "")) return "gone";
  if (/(?:^|\s)scale(?:3d|[xy])?\(\s*0\s*[,)]/.test(of("transform") ?? "") || /^0(?:\s|$)/.test(of("scale") ?? ""))
    return "gone";
  if (leaf && isZero(of("font-size"))) return "gone";
  if (of("color") === "transparent" && of("background-clip") === undefined) return "gone";
  if (NO_CLIP.test(of("clip") ?? "") || NO_CLIP_PATH.test(of("clip-path") ?? "")) return "ear";
  const clips = /hidden|clip/.test(`${of("overflow") ?? ""} ${of("overflow-x") ?? ""} ${of("overflow-y") ?? ""}`);
  if (clips && isDot(of("width")) && isDot(of("height")) && of("width") === "1px") return "ear";
  if (clips && ["height", "max-height", "width", "max-width"].some((name) => isZero(of(name)))) return "gone";
  const placed = /^(?:absolute|fixed)$/.test(of("position") ?? "");
  if (placed && OFFSETS.some((name) => isFar(of(name)))) return "ear";
  return isFar(of("transform")) || isFar(of("translate")) || isFar(of("text-indent")) ? "ear" : undefined;
}
