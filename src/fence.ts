import { createHmac, randomBytes } from "node:crypto";

/*
 * The fence around untrusted content in whatever a language model reads: tool results, errors, prompts. Its marks carry
 * a nonce per answer, so that no page can write the one that closes it; look-alikes within are replaced all the same.
 */

const MARK = "untrusted-web-content";
const NONCE_BYTES = 5;
/** What replaces a mark that stands in the content itself. */
const REPLACED = "[mark]";

export interface Fence {
  readonly open: string;
  readonly close: string;
  /** The text between the marks, look-alikes of them replaced. */
  around(text: string): string;
  /** The same on one line: for progress messages. */
  aroundLine(text: string): string;
}

const SECRET = randomBytes(32);

/**
 * A fence with a nonce of its own. With a seed the same seed gives the same nonce within this process (HMAC-SHA-256 under a
 * key that never leaves it): for texts that must not change while what they are made of does not.
 */
export function createFence(seed?: string): Fence {
  const nonce =
    seed === undefined
      ? randomBytes(NONCE_BYTES).toString("hex")
      : createHmac("sha256", SECRET)
          .update(seed)
          .digest("hex")
          .slice(0, NONCE_BYTES * 2);
  const open = `<${MARK}-${nonce}>`;
  const close = `</${MARK}-${nonce}>`;
  return {
    open,
    close,
    around: (text) => `${open}\n${withoutMarks(text)}\n${close}`,
    aroundLine: (text) => `${open}${withoutMarks(text).replace(/\s+/g, " ").trim()}${close}`,
  };
}

const LETTERS = MARK.replaceAll("-", "");
/** A mark with whatever belongs to its tag around it; its end need not be there. */
const BEFORE = /(?:<|＜|‹|&(?:amp;)*(?:lt|#0*60|#x0*3c);?|\[)?[\s/／\\]*$/i;
const AFTER = /^[\s\w-]{0,40}?(?:>|＞|›|&(?:amp;)*(?:gt|#0*62|#x0*3e);?|\])/i;
/** How far from the words their tag may begin or end. */
const REACH = 48;

/**
 * A text without look-alikes of the marks. They are recognised after the folding that a reader's eye does: case, full width
 * and other compatibility forms (NFKC), diacritics, soft hyphens, zero-width signs, blanks and punctuation between the
 * letters, character references however often escaped, escapes of JSON and of addresses, and Cyrillic and Greek letters of the same shape.
 */
export function withoutMarks(text: string): string {
  const { letters, starts, ends } = folded(text);
  let kept = "";
  let from = 0;
  for (let at = letters.indexOf(LETTERS); at >= 0; at = letters.indexOf(LETTERS, at + LETTERS.length)) {
    const start = starts[at] ?? 0;
    const end = ends[at + LETTERS.length - 1] ?? text.length;
    const before = text.slice(Math.max(from, start - REACH), start);
    const after = AFTER.exec(text.slice(end, end + REACH))?.[0] ?? "";
    kept += text.slice(from, start - (BEFORE.exec(before)?.[0].length ?? 0)) + REPLACED;
    from = end + after.length;
  }
  return from === 0 ? text : kept + text.slice(from);
}

/** Letters of other scripts that look like those of the mark. */
const ALIKE: Readonly<Record<string, string>> = {
  е: "e",
  ё: "e",
  о: "o",
  с: "c",
  т: "t",
  ѕ: "s",
  ԁ: "d",
  ԝ: "w",
  п: "n",
  г: "r",
  в: "b",
  ь: "b",
  ц: "u",
  ο: "o",
  τ: "t",
  υ: "u",
  ω: "w",
  ε: "e",
  η: "n",
  β: "b",
  ı: "i",
};

/** A character reference, an escape of JSON, a run of an address' escapes, or a code point. */
const SIGN =
  /&(?:amp;)*(?:#(\d{1,7})|#x([\da-f]{1,6})|[a-z]{2,31});?|\\(?:u([\da-f]{4})|[nrtbf])|((?:%[\da-f]{2}){1,64})|[\s\S]/giuy;

/** The letters and digits of a text, folded, and where in the text each stands. */
function folded(text: string) {
  let letters = "";
  const starts: number[] = [];
  const ends: number[] = [];
  const take = (sign: string, start: number, end: number): void => {
    for (const letter of sign) {
      if (!/[a-z\d]/.test(letter)) continue;
      letters += letter;
      starts.push(start);
      ends.push(end);
    }
  };
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    // Most of most texts, without asking a regular expression.
    if (code < 128 && code !== 37 && code !== 38 && code !== 92) {
      const lower = code >= 65 && code <= 90 ? code + 32 : code;
      if ((lower >= 97 && lower <= 122) || (code >= 48 && code <= 57)) {
        letters += String.fromCharCode(lower);
        starts.push(at);
        ends.push(at + 1);
      }
      at += 1;
      continue;
    }
    SIGN.lastIndex = at;
    const found = SIGN.exec(text);
    const sign = found?.[0] ?? text.charAt(at);
    const meant = found ? meantBy(found) : sign;
    take(plain(meant), at, at + sign.length);
    at += sign.length;
  }
  return { letters, starts, ends };
}

/** The characters that a sign stands for; none where it stands for what has no letters. */
function meantBy([sign, decimal, hex, escaped, percents]: RegExpExecArray): string {
  if (percents) return unescaped(percents);
  const point = decimal ? Number(decimal) : Number.parseInt(hex ?? escaped ?? "", 16);
  if (point <= 0x10_ff_ff) return String.fromCodePoint(point);
  return sign.length > 2 || sign.startsWith("\\") ? "" : sign;
}

/** What an address' escapes stand for. */
const unescaped = (percents: string): string => Buffer.from(percents.replaceAll("%", ""), "hex").toString("utf8");

const plain = (sign: string): string => {
  const bare = sign.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "");
  return [...bare].map((letter) => ALIKE[letter] ?? letter).join("");
};
