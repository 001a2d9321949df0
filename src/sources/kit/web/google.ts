import { SourceError } from "../../../errors.ts";
import type { HttpResponse } from "../../../upstream/types.ts";
import { fallback } from "../compose/steps.ts";
import type { El } from "../html/dom.ts";
import { html, says } from "../readers/html.ts";
import type { PageRequest } from "../readers/paged.ts";
import { BROWSER } from "../requests/as-browser.ts";
import { furtherOn } from "../requests/further.ts";
import { get } from "../requests/request.ts";
import type { SearchInput } from "../requests/search.ts";
import { wallIn } from "../responses/refusals.ts";
import { leadingDate } from "../values/relative-dates.ts";

/* No recording of the page for telephones exists: its layout is as public scrapers of 2026 read it. */

/** Chinese is written in two ways, which Google keeps apart. */
const restriction = ({ language, region }: SearchInput): string | undefined =>
  language && `lang_${language === "zh" ? (region === "TW" || region === "HK" ? "zh-TW" : "zh-CN") : language}`;

const SAFE = { off: "off", moderate: "medium", strict: "high" } as const;

const DATES = { day: "d", week: "w", month: "m", year: "y" } as const;

/** The words of the page stay English, so that its dates and its empty page can be read; `lr` chooses the results' language. */
function request(address: string, extra: Readonly<Record<string, string | number>>, userAgent: string) {
  return (ask: SearchInput & PageRequest) =>
    ask.page > 50
      ? undefined
      : get(
          address,
          {
            q: ask.text,
            hl: "en",
            lr: restriction(ask),
            gl: ask.region?.toLowerCase(),
            ie: "utf8",
            oe: "utf8",
            start: (ask.page - 1) * 10,
            safe: ask.safe && SAFE[ask.safe],
            tbs: ask.time_range && `qdr:${DATES[ask.time_range]}`,
            ...extra,
          },
          { headers: { accept: "*/*", "user-agent": userAgent, cookie: "CONSENT=YES+" } },
        );
}

function judge(response: HttpResponse): SourceError | undefined {
  const url = URL.parse(response.url);
  if (url?.hostname === "sorry.google.com" || url?.pathname.startsWith("/sorry"))
    return new SourceError("blocked", "Google takes us for a bot and asks for a captcha.");
  return response.status === 429 ? wallIn(response) : undefined;
}

/** The results of each layout, the newest first: for browsers, for telephones, without scripts, and any other. */
const LAYOUTS = ["div.tF2Cxc", "div.zMzFAb", "div.ZINbbc", "div.xpd:has(h3)", "div[data-hveid]:has(h3)"];

/** Results of the first layout that has any; of two, one within the other, the inner one is the result. */
function resultsOf(doc: El): readonly El[] {
  for (const layout of LAYOUTS) {
    const rows = doc.all(layout);
    if (rows.length > 0) return rows.filter((row) => !row.has(layout));
  }
  return [];
}

const isGoogle = (host: string): boolean => /^(www\.)?google\.[a-z]{2,3}(\.[a-z]{2})?$/.test(host);

/** The address behind `/url?q=…`; undefined for links to further searches and pictures. */
export function googleTarget(address: string | undefined): string | undefined {
  const url = URL.parse(address ?? "");
  if (!url || !isGoogle(url.hostname)) return url?.href;
  if (url.pathname === "/url")
    return googleTarget(url.searchParams.get("q") ?? url.searchParams.get("url") ?? undefined);
  return /^\/(search|imgres|aclk|preferences|setprefs)\b/.test(url.pathname) ? undefined : url.href;
}

const noMatch = says("did not match any documents");

/** A results page, too, tells browsers without scripts to come again with them; only one without results means it. */
function nothing(doc: El): boolean {
  if (doc.has("#botstuff p[role=heading], #topstuff p[role=heading]") || noMatch(doc)) return true;
  if (doc.has('noscript [content*="/httpservice/retry/enablejs"], noscript [href*="/httpservice/retry/enablejs"]'))
    throw new SourceError("blocked", "Google answers browsers that run scripts only.");
  return false;
}

const further = furtherOn("start", 0, 'a[href*="start="]');

/** One of the two pages of results, as the User-Agent gets it. */
const page = (address: string, extra: Readonly<Record<string, string | number>>, userAgent: string) =>
  html({
    pages: request(address, extra, userAgent),
    judge,
    rows: resultsOf,
    item: (row, _input, _doc, { now }) => {
      const link = row.one("a.fuLhoc") ?? row.one("a:has(h3)");
      const url = googleTarget(link?.link());
      if (!link || !url || row.matches("[data-text-ad]") || row.closest("[data-text-ad]")) return undefined;
      return {
        title: link.text("h3, span.CVA68e") ?? link.text() ?? "",
        url,
        displayUrl: row.text("cite, .UPmit"),
        siteName: row.text(".VuuXrf"),
        ...leadingDate(row.text(".VwiC3b, .taTFJ .FrIlee, .s3v9rd .s3v9rd"), now()),
      };
    },
    empty: nothing,
    blocked: ["form#captcha-form", "div.g-recaptcha", 'form[action*="consent.google."]'],
    next: (doc, input, response) => (doc.has("div.zMzFAb") ? undefined : further(doc, input, response)),
  });

/** The page made for telephones without scripts is served to those only. */
const TELEPHONE = "Nokia6230/2.0 (05.50) Profile/MIDP-2.0 Configuration/CLDC-1.1";

/** The page for telephones, else the one without scripts; advertisements left out. */
export const googleWeb = fallback(
  page("https://www.google.com/wml/search", { sca_esv: 1 }, TELEPHONE),
  page("https://www.google.com/search", { gbv: 1 }, BROWSER),
);
