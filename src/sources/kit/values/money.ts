/** Signs that stand for one currency only; "$", "¥" and "kr" are the market's own. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/€/, "EUR"],
  [/£/, "GBP"],
  [/₹|\bRs\.?(?=\s*\d)/, "INR"],
  [/R\$/, "BRL"],
  [/U\$S|US\s?\$/, "USD"],
  [/CA?\s?\$/, "CAD"],
  [/AU?\s?\$/, "AUD"],
  [/S\/\s?\.?(?=\s*\d)/, "PEN"],
  [/₩/, "KRW"],
  [/zł/, "PLN"],
  [/₽/, "RUB"],
  [/円/, "JPY"],
];

const CODE =
  /\b(AED|ARS|AUD|BGN|BRL|CAD|CHF|CLP|CNY|COP|CZK|DKK|EUR|GBP|HKD|HUF|IDR|ILS|INR|JPY|KRW|MXN|MYR|NOK|NZD|PEN|PHP|PLN|RON|RUB|SAR|SEK|SGD|THB|TRY|TWD|UAH|USD|UYU|VND|ZAR)\b/;

const AMOUNT = /\d(?:[\d.,\u00a0\u202f'’ ]{0,20}\d)?/g;

/** A written amount, whichever its separators: of the last one, one or two digits behind it are decimals. */
function amountOf(written: string): number {
  const bare = written.replace(/[\u00a0\u202f'’ ]/g, "");
  const [, whole = bare, decimals = "0"] = /^(.*)[.,](\d{1,2})$/.exec(bare) ?? [];
  return Number(`${whole.replace(/[.,]/g, "")}.${decimals}`);
}

/** A price or a range of prices as a page writes it. */
interface Written {
  readonly amounts: readonly number[];
  /** ISO 4217; of the market's own where the text has no sign of another. */
  readonly currency: string;
}

/**
 * The amounts in a price as it is written for people, and their currency: "24,99 €", "€2.95", "EUR 3,79 bis EUR 9,99",
 * "US $1,299.00", "R$ 42,47". `own` is what "$", "¥" and the lack of a sign stand for on that market. Undefined without an amount.
 */
export function moneyIn(written: string | null | undefined, own: string): Written | undefined {
  const text = written?.slice(0, 200) ?? "";
  const amounts = (text.match(AMOUNT) ?? []).map(amountOf).filter(Number.isFinite);
  if (amounts.length === 0) return undefined;
  return { amounts, currency: CODE.exec(text)?.[1] ?? SIGNS.find(([sign]) => sign.test(text))?.[1] ?? own };
}
