import { MONTH_NAMES } from "./dates.ts";

/* Names of people as pages write them, with what they glue to them. */

const MAX_NAME = 80;
const MAX_NAMES = 20;

/** What stands before who wrote a page, whatever its language; words that are names elsewhere are `LOCAL`. */
const BY =
  /^(?:this (?:article|blog|post|story) (?:was|is)\s+)?(?:(?:article|blog|content|guest|originally|posts?|posted|published|reported|story|submitted|text|words|written|authored|created|started)\s*(?=by\b))?(?:by|author|writer|contributors?(?=\s*:)|autor(?:in|e)?|auteure?|autore|автор|текст|作者|著者|執筆者?|撰文|文|글쓴이|글|기자|escrito por|publicado por|redactado por|scritto da|a cura di|rédigé par|écrit par|publié par|geschrieben von|verfasst von|geschreven door|skrevet av|skriven av|napisane przez|yazan)(?:\s*[:：/／]\s*|\s+|$)/i;
/** The same without a space behind it. */
const GLUED = /^(?:[Ww]ritten |[Pp]osted |[Pp]ublished )?[Bb]y(?=\p{Lu}\p{Ll})/u;

const LOCAL: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    de: "von",
    fr: "par",
    es: "por",
    pt: "por",
    it: "di|da",
    nl: "door",
    sv: "av",
    no: "av",
    nb: "av",
    da: "af",
    pl: "przez",
    ca: "per",
  }).map(([language, word]) => [language, new RegExp(`^(?:${word})\\s*[:：]?(?:\\s+|$)`, "i")]),
);

/** What follows a name and is none of it: a date, a role, a link to more. */
const TAIL = new RegExp(
  [
    String.raw`\s*[|•·»→–—]\s*.*$`,
    String.raw`\s+-\s+.*$`,
    String.raw`,?\s*\(?(?:last\s+)?(?:updated|published|posted|modified|reviewed|edited|fact[ -]checked|medically|contributions?|photo(?:s|graph\w*)?|illustrations?|additional|translated)\b.*$`,
    String.raw`,?\s*\b(?:view|see|read|show)\s+(?:all|more|full|bio|profile|other|the)\b.*$`,
    String.raw`,?\s*(?:(?:on|at|le|am|el)\s+)?(?:(?:mon|tues?|wed(?:nes)?|thurs?|fri|sat(?:ur)?|sun)(?:day)?,?\s+)?(?:\d{1,2}(?:st|nd|rd|th)?\.?\s*)?(?<![\p{L}])(?:${MONTH_NAMES})\.?\s*\d.*$`,
    String.raw`,?\s*(?:on\s+)?\d{1,4}[-./]\d{1,2}[-./]\d{1,4}.*$`,
    String.raw`,?\s*\d+\s*(?:min|mins|minutes?|hours?|days?|weeks?|months?|years?|m|h|d)\b.*$`,
    String.raw`,?\s+(?:on behalf of|for the|from the|wrote on|via)(?:\s.*)?$`,
    String.raw`\s+[»].*$`,
    String.raw`\s*\((?:content|managing|chief|senior|guest|he|she|they)\b.*$`,
    String.raw`,?\s*\b(?:(?:senior|staff|chief|lead|guest|former|associate|assistant|managing|executive|contributing|licensed|certified|professional|head|deputy|content|freelance|global|digital|editorial)\s+)+(?:\p{L}+\s+){0,4}?(?:writer|editor|author|contributor|reporter|correspondent|producer|manager|director|officer|consultant|expert|specialist|analyst|columnist|strategist|marketer|winemaker|engineer|journalist|trainer|therapist)\b.*$`,
    String.raw`,\s*[^,]{0,60}\b(?:writer|editor|contributor|reporter|correspondent|expert|columnist|head of|founder|co-founder|ceo|cto|cmo|director|manager|analyst|specialist|journalist|author)\b.*$`,
  ].join("|"),
  "iu",
);

const ADDRESS = /https?:|www\.|@\w+[-.]\w/i;
/** What no name is. */
const NONE =
  /^@?admin(?:istrator)?$|^(?:the )?authors?$|^[A-Z]{1,2}$|^head of\b|\w: \w|^(?:name|anonymous|guest|unknown|undefined|null|none|user|staff|by|editor|menu|home|login|follow|share|comments?|offline|online|new member|member|moderator|sponsored|advertisement|print|(?:[\w ]+ )?reviews?|articles?|blog|news|posts?)\s*\*?$|\bsays:?$|\bread\b|\bclick\b|\bcookies?\b|\bsubscribe\b|\bnewsletter\b|\bminutes?\b|\babout\b|\b(?:shop|services|products|solutions)\b|^\d+\s|^get$|\b(?:contributors to|account|policy|terms|privacy|conditions|log ?in|sign (?:in|up)|join)\b|\{\{|^page\.|[{}<>[\]=%$€#?!]|\.(?:php|html?|jpe?g|png)\b/i;

const PARTICLE =
  /^(?:a|af|al|and|ap|av|bin|bint|d['’]\p{L}+|da|das|de|dei|del|della|den|der|des|di|do|dos|du|e|el|et|i|ibn|la|le|les|of|och|og|the|ten|ter|und|van|vande|vander|von|with|y|zu|zum|zur|&)$/iu;

/** A name without what stands before and behind it; undefined where it is none. */
export function nameIn(text: string | undefined, language = ""): string | undefined {
  if (ADDRESS.test(text ?? "")) return undefined;
  const name = withoutBy(text?.slice(0, 4 * MAX_NAME).replace(/^[\s,;|•·»:–—-]+/, ""), language)
    ?.replace(TAIL, "")
    .replace(/\s*\(\s*[^)]{0,60}$/, "")
    .replace(/[\s,;|•·»:&–—-]+$/, "")
    .trim();
  return name && name.length > 1 && name.length <= MAX_NAME && /\p{L}/u.test(name) && !NONE.test(name)
    ? name
    : undefined;
}

/** Whether a text is written as names are: a few words, with capitals where the script has them. */
export function looksLikeName(name: string): boolean {
  const words = name.split(/\s+/);
  if (
    words.length > 8 ||
    name.length > MAX_NAME ||
    /\d{3}|[.!?。！？]\s+\p{Ll}|[.。！？]$(?<!\b\p{Lu}\p{L}{0,3}\.)/u.test(name)
  )
    return false;
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(name)) return name.length <= 20;
  return words.every((word) => /^["“(]?\p{Lu}/u.test(word) || /^\p{Lo}/u.test(word) || PARTICLE.test(word));
}

/** Whether a line begins as those do that say who wrote the page. */
export const isByline = (line: string, language: string): boolean => {
  const rest = withoutBy(line, language);
  return rest !== undefined && rest !== line;
};

/** Whether a text is the "by" alone. */
export const isByAlone = (line: string, language: string): boolean => withoutBy(line, language) === "";

function withoutBy(text: string | undefined, language: string): string | undefined {
  const local = LOCAL.get(language);
  const rest = text?.replace(BY, "").replace(GLUED, "");
  return local && rest === text ? rest?.replace(local, "") : rest;
}

const CONNECTS = /^(?:,|;|&|and|und|et|y|e|og|och|i|en|with|和|、|및|,\s*and|,\s*&)$/i;

/**
 * The names in the texts of an element, each a piece: what says "by" is passed over, the first name taken, and further ones
 * while a comma or an "and" joins them.
 *
 * @param fits which names are believed
 */
export function namesIn(pieces: readonly string[], language: string, fits: (name: string) => boolean): string[] {
  const names: string[] = [];
  let joined = false;
  for (const piece of pieces.flatMap((text) => text.split(/\s*[|•·»]\s*/)).filter(Boolean)) {
    if (CONNECTS.test(piece)) joined = true;
    else if (names.length === 0 || joined) {
      const name = nameIn(piece, language);
      if (name && fits(name)) names.push(name);
      else if (names.length > 0) break;
      joined = /(?:,|&|\band)\s*$/i.test(piece);
    } else if (/^(?:,|&|and\b)/i.test(piece)) {
      const name = nameIn(piece.replace(/^(?:,\s*and\b|,|&|and\b)/i, ""), language);
      if (name && fits(name)) names.push(name);
      joined = false;
    } else break;
    if (names.length >= MAX_NAMES) break;
  }
  return [...new Set(names)];
}
