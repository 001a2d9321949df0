import { z } from "zod";

const MOST = 20;

/** What kind of thing the user says that a symbol is. */
type Forced = "crypto" | "stock";

/** An asset as it is asked for. */
export interface AskedAsset {
  /** In capitals: BTC, MC.PA, ^FCHI, EURUSD=X. */
  readonly symbol: string;
  readonly forced?: Forced | undefined;
  /** Its part of the portfolio, 0–1. */
  readonly weight: number;
}

/** Symbols as exchanges and Yahoo write them. */
const SYMBOL = /^\^?[A-Z\d]{1,12}(?:-[A-Z\d]{1,8})?(?:\.[A-Z\d]{1,8})?(?:=[A-Z])?$/;
const WRITTEN = /^(?:(crypto|stock)\s*:\s*)?([^:\s]{1,24})(?:\s*:\s*(\d{1,9}(?:\.\d{1,6})?)\s?%?)?$/i;

interface Written {
  readonly symbol: string;
  readonly forced?: Forced | undefined;
  readonly weight?: number | undefined;
}

/** Throws the sentence that says what is wrong. */
function writtenIn(text: string): Written {
  const [, forced, name = "", weight] = WRITTEN.exec(text) ?? [];
  const symbol = name.toUpperCase();
  if (!SYMBOL.test(symbol)) throw new RangeError(`“${text.slice(0, 40)}” is no symbol, such as BTC, AAPL or MC.PA`);
  const kind = forced?.toLowerCase();
  return {
    symbol,
    forced: kind === "crypto" || kind === "stock" ? kind : undefined,
    weight: weight === undefined ? undefined : Number(weight),
  };
}

/** The assets of a portfolio, those named twice as one; weights as written, summing up to 1, or equal. */
function assetsIn(q: string): readonly AskedAsset[] {
  const written = q.split(",").flatMap((part) => (part.trim() ? [writtenIn(part.trim())] : []));
  if (written.length === 0) throw new RangeError("name an asset, such as BTC or AAPL");
  if (written.length > MOST) throw new RangeError(`${written.length} assets; at most ${MOST}`);
  const weighed = written.filter(({ weight }) => weight !== undefined).length;
  if (weighed > 0 && weighed < written.length) throw new RangeError("give a weight to every asset or to none");
  const parts = Map.groupBy(written, ({ symbol, forced }) => `${forced ?? ""}:${symbol}`);
  const whole = written.reduce((sum, { weight = 0 }) => sum + weight, 0);
  if (weighed > 0 && whole <= 0) throw new RangeError("the weights must sum up to more than 0");
  return [...parts.values()].flatMap((same) => {
    const [first] = same;
    const weight = weighed > 0 ? same.reduce((sum, part) => sum + (part.weight ?? 0), 0) / whole : 1 / parts.size;
    return first ? [{ symbol: first.symbol, forced: first.forced, weight }] : [];
  });
}

/** `BTC,ETH,AAPL`, `BTC:50,AAPL:50`, `crypto:SOL`, `stock:SOL:20`. */
export const symbols = z.string().transform((text, context): readonly AskedAsset[] => {
  try {
    return assetsIn(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    context.addIssue({ code: "custom", message: error.message });
    return z.NEVER;
  }
});

/** Whether a symbol may be a coin's: capital letters and figures alone. */
export const mayBeCoin = ({ symbol, forced }: AskedAsset): boolean =>
  forced === "crypto" || (forced === undefined && /^[A-Z\d]{1,10}$/.test(symbol));
