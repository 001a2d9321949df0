import { isoDate, unixMillis, unixSeconds } from "./values.ts";

/** Month names of other languages by their first letters, as the English ones they mean. */
const MONTHS: Readonly<Record<string, string>> = {
  janv: "Jan", ene: "Jan", gen: "Jan", янв: "Jan",
  fév: "Feb", fev: "Feb", фев: "Feb",
  mär: "Mar", mrz: "Mar", mrt: "Mar", maa: "Mar", мар: "Mar",
  avr: "Apr", abr: "Apr", апр: "Apr",
  mai: "May", mei: "May", mag: "May", май: "May", мая: "May",
  juin: "Jun", giu: "Jun", июн: "Jun",
  juil: "Jul", lug: "Jul", июл: "Jul",
  aoû: "Aug", aou: "Aug", ago: "Aug", авг: "Aug",
  set: "Sep", сен: "Sep",
  okt: "Oct", out: "Oct", ott: "Oct", окт: "Oct",
  ноя: "Nov",
  déc: "Dec", dez: "Dec", dic: "Dec", дек: "Dec",
};

/**
 * A date as feeds write it, as ISO 8601: all that `isoDate` reads, and `2020/1/10 14:33:00`, `Wed Jan  3 13:47:00 2018`,
 * `20180103T134700Z`, `Wed 3 Jan 2018 13:47 GMT+0200`, Unix seconds or milliseconds, and month names in the larger
 * European languages. `03/01/2018`, where day and month cannot be told apart, is undefined.
 */
export function feedDate(written: string | null | undefined): string | undefined {
  const text = written?.replace(/\s+/g, " ").trim().slice(0, 80);
  if (!text) return undefined;
  if (/^\d{9,10}$/.test(text)) return unixSeconds(text);
  if (/^\d{13}$/.test(text)) return unixMillis(text);
  return isoDate(text) ?? isoDate(rewritten(text));
}

function rewritten(text: string): string {
  const asctime = /^\p{L}{2,4},? (\p{L}{3}) (\d{1,2}) (\d{2}:\d{2}:\d{2})(?: ([A-Z]{3,4}|[+-]\d{4}))? (\d{4})$/u.exec(text);
  if (asctime) return `${asctime[2]} ${asctime[1]} ${asctime[5]} ${asctime[3]} ${asctime[4] ?? ""}`.trim();
  return text
    .replace(/^(\d{4})\/(\d{1,2})\/(\d{1,2})(?= |$)/, "$1-$2-$3")
    .replace(/^(\d{4})(\d{2})(\d{2})T?(\d{2}):?(\d{2}):?(\d{2})(?=Z|[+-]|$)/, "$1-$2-$3T$4:$5:$6")
    .replace(/^(\d{1,2})\/(\d{1,2})\/(\d{4})/, slashed)
    .replace(/\b(?:GMT|UTC)(?=[+-]\d)/, "")
    .replace(/^\p{L}{2,12}\.?,? (?=\d)/u, "")
    .replace(/\p{L}{3,12}/u, (word) => {
      const name = word.toLowerCase();
      return MONTHS[name.slice(0, 4)] ?? MONTHS[name.slice(0, 3)] ?? word;
    });
}

/** `31/12/2018` and `12/31/2018` can be told apart; `03/01/2018` cannot and stays as it is. */
function slashed(whole: string, first: string, second: string, year: string): string {
  if (Number(first) > 12) return `${year}-${second}-${first}`;
  return Number(second) > 12 ? `${year}-${first}-${second}` : whole;
}
