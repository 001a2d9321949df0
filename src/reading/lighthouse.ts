import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

/* Of Lighthouse and its driver, what is used here: an optional peer, loaded from wherever it is installed. */

interface Session {
  send(method: "Target.getTargetInfo"): Promise<{ readonly targetInfo: { readonly targetId: string } }>;
  detach(): Promise<void>;
}

export interface Page {
  createCDPSession(): Promise<Session>;
}

export interface Browser {
  pages(): Promise<readonly Page[]>;
  disconnect(): Promise<void>;
}

interface Driver {
  connect(options: { readonly browserURL: string; readonly defaultViewport: null }): Promise<Browser>;
}

interface Flags {
  readonly logLevel: "silent";
  readonly output: "json";
  readonly onlyCategories: readonly string[];
  readonly disableFullPageScreenshot: boolean;
  readonly maxWaitForLoad: number;
  readonly locale: string;
}

interface Audit {
  readonly title: string;
  readonly numericValue?: number;
  readonly metricSavings?: Readonly<Record<string, number>>;
}

interface Report {
  readonly finalDisplayedUrl: string;
  readonly fetchTime: string;
  readonly lighthouseVersion: string;
  readonly runWarnings: readonly unknown[];
  readonly runtimeError?: unknown;
  readonly configSettings: { readonly formFactor: "mobile" | "desktop" };
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, Audit>>;
}

interface Lighthouse {
  readonly desktopConfig: object;
  default(
    url: string,
    flags: Flags,
    config: object | undefined,
    page: Page,
  ): Promise<{ readonly lhr: Report } | undefined>;
}

interface Locales {
  lookupLocale(language: string | undefined): string;
}

const { resolve } = createRequire(import.meta.url);
const urlOf = (path: string): string => pathToFileURL(path).href;

/** The package. */
export const lighthouse = async (): Promise<Lighthouse> => await import(urlOf(resolve("lighthouse")));

/** Its names of languages. */
export const locales = async (): Promise<Locales> => await import(urlOf(resolve("lighthouse/core/lib/i18n/i18n.js")));

/** Its own driver, wherever it was installed with it. */
export const driver = async (): Promise<Driver> =>
  await import(urlOf(createRequire(resolve("lighthouse")).resolve("puppeteer-core")));
