import { EXPIRES_SOON_DAYS } from "../../formulas/trust.ts";
import { type Row, when } from "./facts.ts";

const DOMAIN_EXPIRES_SOON_DAYS = 30;

/** What hurts indexing, safety or trust now. */
export const URGENT: readonly Row[] = [
  [
    "not-indexable",
    "indexing",
    "html_meta",
    "The home page forbids indexing",
    "Take noindex out of meta robots and X-Robots-Tag.",
    ({ page }) =>
      when(page?.indexable === false, `${page?.url ?? "the page"} forbids it by noindex or a past unavailable_after`),
  ],
  [
    "robots-blocks-all",
    "indexing",
    "robots_txt",
    "robots.txt keeps search engines out",
    "Replace the rule that forbids every path by the paths that are to stay out.",
    ({ robots_txt }) => {
      const shut = (robots_txt?.search_bots ?? []).flatMap(({ agent, allowed }) => (allowed ? [] : agent));
      const others = robots_txt?.blocks_all ? "; robots that it does not name may fetch nothing at all" : "";
      return when(shut.length > 0, `${shut.join(" and ")} may fetch nothing but what Allow names${others}`);
    },
  ],
  [
    "certificate-invalid",
    "safety",
    "tls_certificate",
    "The certificate is not valid",
    "Install a certificate for this host with its whole chain.",
    ({ ssl }) =>
      when(ssl?.valid === false, `issued by ${ssl?.issuer ?? "nobody known"}, until ${ssl?.valid_to ?? "?"}`),
  ],
  [
    "certificate-expires",
    "safety",
    "tls_certificate",
    "The certificate expires soon",
    "Renew it, and let renewal run by itself.",
    ({ ssl }) => {
      const days = ssl?.days_left;
      return when(ssl?.valid && days !== undefined && days <= EXPIRES_SOON_DAYS, `${days} days left`);
    },
  ],
  [
    "listed-unsafe",
    "trust",
    "safe_browsing, urlhaus, virustotal",
    "The site is listed as unsafe",
    "Find and remove what was listed, then ask each list for a review.",
    ({ trust }) => when((trust?.listed_by ?? []).length > 0, `listed by ${trust?.listed_by?.join(", ")}`),
  ],
  [
    "domain-expires",
    "trust",
    "rdap",
    "The domain's registration ends soon",
    "Renew it, and switch on automatic renewal.",
    ({ registration }) => {
      const days = registration?.days_to_expiry;
      if (days === undefined || days > DOMAIN_EXPIRES_SOON_DAYS) return undefined;
      return days < 0 ? `it ended ${-days} days ago` : `${days} days left`;
    },
  ],
  [
    "https-redirect-missing",
    "safety",
    "http_headers",
    "http:// does not lead to https://",
    "Redirect every http:// address to https:// with 301.",
    ({ security_headers }) => when(security_headers?.https_redirect === false, "no redirect to https"),
  ],
  [
    "home-page-unreachable",
    "indexing",
    "html_meta",
    "The home page does not answer",
    "Let the home page answer 200; see whether the server runs, and whether its name leads to it.",
    ({ pageFailure, httpStatus }) =>
      when(
        // Where its headers came, the page answers: it is we who could not read it.
        httpStatus === undefined && pageFailure !== undefined && ["unreachable", "timeout"].includes(pageFailure.kind),
        pageFailure?.message ?? "",
      ),
  ],
  [
    "home-page-fails",
    "indexing",
    "http_headers",
    "The home page answers with an error",
    "Let the home page answer 200.",
    ({ httpStatus }) => when(httpStatus !== undefined && httpStatus >= 400, `HTTP ${httpStatus}`),
  ],
];
