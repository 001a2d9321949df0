import { type Browser, driver, lighthouse, locales, type Page } from "./lighthouse.ts";

/** A page to be measured. */
export interface AuditTask {
  readonly url: string;
  readonly strategy: "mobile" | "desktop";
  /** Of the titles. */
  readonly language?: string | undefined;
  /** The browser that has the page (`http://127.0.0.1:<port>`), and the page's id there. */
  readonly devtools: string;
  readonly target: string;
}

/** A page that loads longer is measured as it is by then. */
const LOAD_MS = 30_000;

async function pageOf(browser: Browser, target: string): Promise<Page> {
  for (const page of await browser.pages()) {
    const session = await page.createCDPSession();
    const { targetInfo } = await session.send("Target.getTargetInfo");
    await session.detach();
    if (targetInfo.targetId === target) return page;
  }
  throw new Error(`The browser has no page ${target}.`);
}

/**
 * Lighthouse's result for a page, in the shape of `lighthouseResult` of the PageSpeed Insights API, as far as that is
 * read. Runs in a process of its own: it takes a minute of processor time, and holds the page's whole trace.
 */
export async function auditPage({ url, strategy, language, devtools, target }: AuditTask): Promise<unknown> {
  const [{ connect }, { default: measure, desktopConfig }, { lookupLocale }] = await Promise.all([
    driver(),
    lighthouse(),
    locales(),
  ]);
  const browser = await connect({ browserURL: devtools, defaultViewport: null });
  try {
    const result = await measure(
      url,
      {
        logLevel: "silent",
        output: "json",
        onlyCategories: ["performance", "accessibility", "best-practices", "seo"],
        disableFullPageScreenshot: true,
        maxWaitForLoad: LOAD_MS,
        locale: lookupLocale(language),
      },
      strategy === "desktop" ? desktopConfig : undefined,
      await pageOf(browser, target),
    );
    if (!result) throw new Error("Lighthouse gave no result.");
    const { lhr } = result;
    return {
      finalDisplayedUrl: lhr.finalDisplayedUrl,
      fetchTime: lhr.fetchTime,
      lighthouseVersion: lhr.lighthouseVersion,
      runWarnings: lhr.runWarnings,
      runtimeError: lhr.runtimeError,
      configSettings: { formFactor: lhr.configSettings.formFactor },
      categories: Object.fromEntries(Object.entries(lhr.categories).map(([id, { score }]) => [id, { score }])),
      audits: Object.fromEntries(
        Object.entries(lhr.audits).map(([id, { title, numericValue, metricSavings }]) => [
          id,
          { title, numericValue, metricSavings },
        ]),
      ),
    };
  } finally {
    await browser.disconnect();
  }
}
