import type { LanguageModel } from "../research/language-model.ts";
import { type Browsing, type Drive, driveOf, hasBrowser } from "./by-browser.ts";
import { notSupported } from "./failure.ts";
import { asks, type Format, isByModel, NEVER } from "./formats.ts";
import type { ScrapeOptions } from "./options.ts";

/** What the machine has for scraping besides the network. */
export interface Means {
  /** Absent: nothing is written by a model. */
  readonly model?: LanguageModel | undefined;
  /** Whether pages can be driven by a browser. */
  readonly browser: boolean;
}

/** What there is for scraping through an upstream. */
export const meansOf = ({
  model,
  upstream,
}: {
  readonly model?: LanguageModel | undefined;
  readonly upstream: Browsing;
}): Means => ({ model, browser: hasBrowser(upstream) });

/** What is made of what was asked for, and a sentence for each thing that is not. */
export interface Plan {
  readonly formats: readonly Format[];
  /** What a browser has to do; absent: it need not be asked. */
  readonly drive?: Drive | undefined;
  readonly warnings: readonly string[];
}

const CHROMIUM = "needs a Chromium on the machine (CHROMIUM_PATH) or elsewhere (BROWSER_URL)";

const MODEL = "written by a language model: set LLM_BASE_URL and LLM_MODEL";

const never: ReadonlySet<string> = new Set(NEVER);

/** Why a format cannot be made; undefined where it can. */
function obstacle(format: Format, { model, browser }: Means): string | undefined {
  if (never.has(format.type)) return `${format.type} is not made here.`;
  if (format.type === "screenshot" && !browser) return `screenshot ${CHROMIUM}.`;
  if (isByModel(format) && !model) return `${format.type} is ${MODEL}.`;
  return undefined;
}

/**
 * What of a request can be done. Throws `NOT_SUPPORTED` where none of its formats can be made, and where what cannot be
 * done is a promise of privacy.
 */
export function planOf(options: ScrapeOptions, means: Means): Plan {
  if (options.redactPII)
    throw notSupported(
      "redactPII is not offered: nothing here takes personal data out of a page before it is answered.",
    );
  const judged = options.formats.map((format) => ({ format, reason: obstacle(format, means) }));
  const formats = judged.flatMap(({ format, reason }) => (reason === undefined ? [format] : []));
  const reasons = judged.flatMap(({ reason }) => reason ?? []);
  if (formats.length === 0 && reasons.length > 0) throw notSupported(reasons.join(" "));
  const tracksJson = options.formats.some(
    (format) => format.type === "changeTracking" && format.modes.includes("json") && !means.model,
  );
  const drive = means.browser ? driveOf(options, formats) : undefined;
  return {
    formats,
    ...(drive && { drive }),
    warnings: [
      ...reasons,
      ...(tracksJson ? [`changeTracking's json is ${MODEL}.`] : []),
      ...(means.browser ? ownHeaders(options, drive) : undriven(options)),
      ...unkept(options),
    ],
  };
}

/** What would be done in a browser, were there one. */
const undriven = ({ actions, waitFor, mobile }: ScrapeOptions): readonly string[] => [
  ...(actions.length > 0 ? [`actions: ${CHROMIUM}: the page was read as it came.`] : []),
  ...(waitFor > 0 ? [`waitFor ${CHROMIUM}: the page was read as it came.`] : []),
  ...(mobile ? [`mobile ${CHROMIUM}: the page was asked for as from a desk.`] : []),
];

/** A browser sends the headers that were given with nothing that a page's scripts ask for. */
const ownHeaders = ({ headers, mobile }: ScrapeOptions, drive: Drive | undefined): readonly string[] => {
  if (!drive || Object.keys(headers).length === 0) return [];
  return [
    mobile
      ? "headers were not sent: with mobile the browser asks for the page itself."
      : "headers were sent for the page alone, not for what its scripts ask for.",
  ];
};

/** A sentence for every option that is not honoured. */
function unkept(options: ScrapeOptions): readonly string[] {
  const { location, proxy, skipTlsVerification } = options;
  const pdf = options.parsers.find(({ type }) => type === "pdf");
  const parts = (["pages", "pageMarkers", "blocks"] as const).filter((name) => pdf?.[name]);
  const unread = (["threatProtection", "profile", "safeMode"] as const).filter((name) => options[name]);
  return [
    ...(location.country ? ["location.country was ignored: there is one way out, this machine's own network."] : []),
    ...(/^(?:basic|auto)$/.test(proxy)
      ? []
      : [`proxy “${proxy}” was ignored: there is one way out, this machine's own network.`]),
    ...(skipTlsVerification ? ["skipTlsVerification was ignored: certificates are always checked."] : []),
    ...(pdf?.mode === "ocr" ? ["parsers: pdf's mode ocr was ignored: text is read, pictures of text are not."] : []),
    ...parts.map((name) => `parsers: pdf's ${name} was ignored.`),
    ...(options.removeBase64Images || !asks(options.formats, "markdown")
      ? []
      : ["removeBase64Images: markdown never holds pictures that are written out; html does."]),
    ...unread.map((name) => `${name} was ignored.`),
  ];
}
