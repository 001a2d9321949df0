import { segmentsBy } from "../language/segments.ts";

/** Abbreviations that do not end a sentence when a capital follows; folded to lower case, without the last dot. */
const ABBREVIATIONS = new Set(
  `dr mr mrs ms prof st jr sr vs e.g i.e inc ltd corp gen gov sen rep lt col capt sgt rev hon fig vol eds al approx ph.d
  jan feb mar apr jun jul aug sept oct nov dec dept est
  mm mme mmes mlle av apr env p.ex ex cf chap art éd j.-c bd
  z.b u.a d.h bzw ca evtl ggf nr str vgl hr fr abb jh o.ä i.d.r z.t s.o s.u inkl zzgl tel dipl.-ing dipl ing geb gest mio mrd tsd
  sra srta dña ud uds vd vds pág págs núm aprox p.ej ee.uu
  т.е т.к т.н ул им проф акад рис стр см напр пос пр корп ср св`.split(/\s+/),
);

/** Abbreviations only before a number: “no. 5”, “p. 12”, “№. 3”. */
const BEFORE_NUMBERS = new Set(["no", "nos", "pp", "art", "sec", "ch", "op", "кв", "гл"]);

/** What most sentences begin with: after an acronym's dot (“in the U.S. The …”) a new one begins. */
const BEGINNINGS =
  /^["“«(]?(?:The|This|That|These|It|Its|In|On|At|A|An|He|She|They|We|But|And|However|As|For|If|By|With|Le|La|Les|Der|Die|Das|El|Los|Las|Он|Она|Они|Это|В|На)\b/u;

const LAST_WORD = /(?:^|[\s("“«„[])([^\s("“«„[]{1,12})\.["”»)]?\s*$/u;
/** Closing marks that stand apart from the sentence they close, as in French. */
const CLOSING = /^[»”)\]]{1,3}\s*/;
const LETTER_ALONE = /^\p{L}$/u;
const ACRONYM = /^(?:\p{Lu}\.){1,5}\p{Lu}$/u;
const SHORT_ORDINAL = /^\d{1,2}$/;
const MONTH_OR_CENTURY =
  /^(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jahrhundert|Jh|Platz|Auflage|Klasse)\b/u;
const RUSSIAN_TOWN = /(?:^|[^\d\s])\s*г\.\s*$/u;

/** Characters of a sentence beyond which nothing is mended: what is so long is a list of abbreviations. */
const MAX_MENDED = 2000;

const segments = segmentsBy("sentence");

/**
 * A text's sentences in order, trimmed, with single spaces. Bounds are those of Unicode (UAX 29, `Intl.Segmenter`),
 * mended where a dot belongs to an abbreviation, an initial or an ordinal (“Dr. Who”, “z. B. Rom”, “3. Oktober”,
 * “т. е. Москва”): in doubt two sentences stay together rather than one be broken. A line break ends a sentence.
 */
export function sentences(text: string): readonly string[] {
  const mended: string[] = [];
  let open = false;
  for (const line of text.split(/[\n\r\u2028\u2029]+/)) {
    open = false;
    for (const { segment: found } of segments(line)) {
      const closing = open ? (CLOSING.exec(found)?.[0] ?? "") : "";
      if (closing) mended.push(`${mended.pop() ?? ""}${closing}`);
      const segment = found.slice(closing.length);
      if (!segment) continue;
      const before = mended.at(-1);
      if (open && before !== undefined && before.length < MAX_MENDED && goesOn(before, segment))
        mended.splice(-1, 1, before + segment);
      else mended.push(segment);
      open = true;
    }
  }
  return mended.map((sentence) => sentence.replace(/\s+/g, " ").trim()).filter(Boolean);
}

/** Whether the dot at the end of `before` ends no sentence. */
function goesOn(before: string, after: string): boolean {
  const word = LAST_WORD.exec(before.slice(-40))?.[1];
  if (word === undefined) return false;
  const next = after.trimStart();
  if (ACRONYM.test(word) && !ABBREVIATIONS.has(word.toLowerCase())) return !BEGINNINGS.test(next);
  if (word === "г") return RUSSIAN_TOWN.test(before.slice(-40)) && !/\d\s*г\.\s*$/u.test(before.slice(-40));
  if (word === "в") return false;
  const lower = word.toLowerCase();
  return (
    LETTER_ALONE.test(word) ||
    ABBREVIATIONS.has(lower) ||
    (BEFORE_NUMBERS.has(lower) && /^\d/.test(next)) ||
    (SHORT_ORDINAL.test(word) && MONTH_OR_CENTURY.test(next))
  );
}

/** Whether a sentence ends as sentences end. */
export const isWhole = (sentence: string): boolean =>
  /[.!?。！？।؟]["'”’»）)\]]{0,3}$/u.test(sentence) && !/(?:\.\.\.|…)["'”’»)\]]{0,3}$/u.test(sentence);
