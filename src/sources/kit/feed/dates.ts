import { isoDate, unixMillis, unixSeconds } from "../values/dates.ts";

/** English month names, and the ones of other languages that they stand for, by their first letters. */
const MONTHS = new Map(
  [
    "Jan janv ene gen янв",
    "Feb fév fev фев",
    "Mar mär mrz mrt maa мар",
    "Apr avr abr апр",
    "May mai mei mag май мая",
    "Jun juin giu июн",
    "Jul juil lug июл",
    "Aug aoû aou ago авг",
    "Sep set сен",
    "Oct okt out ott окт",
    "Nov ноя",
    "Dec déc dez dic дек",
  ].flatMap((line) => {
    const [english = "", ...others] = line.split(" ");
    return others.map((other) => [other, english] as const);
  }),
);

/**
 * A date as feeds write it, as ISO 8601: all that `isoDate` reads, and `2020/1/10 14:33:00`, `Wed Jan  3 13:47:00 2018`,
 * `20180103T134700Z`, `Wed 3 Jan 2018 13:47 GMT+0200`, Unix seconds or milliseconds, and month names in the larger
 * European languages. `03/01/2018`, where day and month cannot be told apart, is undefined.
 */
export function feedDate(written: string | null | undefined): string | undefined {
  const text = written
    ?.slice(0, 200)
    .replace(/\s+/g, " ")
    .trim()
    .replace(/\b(?:GMT|UTC) ?(?=[+-]\d)/, "");
  if (!text) return undefined;
  if (/^\d{9,10}$/.test(text)) return unixSeconds(text);
  if (/^\d{13}$/.test(text)) return unixMillis(text);
  return isoDate(text) ?? isoDate(rewritten(text));
}

function rewritten(text: string): string {
  const asctime = /^\p{L}{2,4},? (\p{L}{3}) (\d{1,2}) (\d{2}:\d{2}:\d{2})(?: ([A-Z]{3,4}|[+-]\d{4}))? (\d{4})$/u.exec(
    text,
  );
  if (asctime) return `${asctime[2]} ${asctime[1]} ${asctime[5]} ${asctime[3]} ${asctime[4] ?? ""}`.trim();
  return text
    .replace(/^(\d{4})\/(\d{1,2})\/(\d{1,2})(?= |$)/, "$1-$2-$3")
    .replace(/^(\d{4})(\d{2})(\d{2})T?(\d{2}):?(\d{2}):?(\d{2})(?=Z|[+-]|$)/, "$1-$2-$3T$4:$5:$6")
    .replace(/^(\d{1,2})\/(\d{1,2})\/(\d{4})/, slashed)
    .replace(/^\p{L}{2,12}\.?,? (?=\d)/u, "")
    .replace(/\p{L}{3,12}/u, (word) => {
      const name = word.toLowerCase();
      return MONTHS.get(name.slice(0, 4)) ?? MONTHS.get(name.slice(0, 3)) ?? word;
    });
}

/** `31/12/2018` and `12/31/2018` can be told apart; `03/01/2018` cannot and stays as it is. */
function slashed(whole: string, first: string, second: string, year: string): string {
  if (Number(first) > 12) return `${year}-${second}-${first}`;
  return Number(second) > 12 ? `${year}-${first}-${second}` : whole;
}
