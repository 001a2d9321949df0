import { type Row, vitalsRated, when } from "./facts.ts";

/** What is good practice. */
export const PRACTICE: readonly Row[] = [
  [
    "vitals-to-improve",
    "speed",
    "pagespeed",
    "Core Web Vitals can be improved",
    "See /seo/pagespeed for what saves most.",
    (facts) => vitalsRated(facts, "needs-improvement"),
  ],
  [
    "open-graph-incomplete",
    "social",
    "opengraph",
    "Open Graph is incomplete",
    "Add the tags that are missing.",
    ({ open_graph }) => when((open_graph?.missing ?? []).length > 0, `missing: ${open_graph?.missing.join(", ")}`),
  ],
  [
    "twitter-card-incomplete",
    "social",
    "opengraph",
    "The Twitter card is incomplete",
    "Add the tags that are missing.",
    ({ twitter_card }) =>
      when((twitter_card?.missing ?? []).length > 0, `missing: ${twitter_card?.missing.join(", ")}`),
  ],
  [
    "title-long",
    "content",
    "html_meta",
    "The title is cut in results",
    "Shorten it to 60 characters.",
    ({ page }) => when((page?.title_length ?? 0) > 60, `${page?.title_length} characters`),
  ],
  [
    "description-length",
    "content",
    "html_meta",
    "The meta description is too short or too long",
    "Write 70 to 160 characters.",
    ({ page }) => {
      const length = page?.description_length;
      return when(length !== undefined && (length < 70 || length > 160), `${length} characters`);
    },
  ],
  [
    "headers-weak",
    "safety",
    "http_headers",
    "Further security headers are missing or weak",
    "Send them as /page/http_headers advises.",
    ({ security_headers }) => {
      if (!security_headers) return undefined;
      const { hsts, csp, x_frame_options, others } = security_headers;
      const weak = [
        ...(hsts.status === "weak" ? ["strict-transport-security (weak)"] : []),
        ...(csp.status === "weak" ? ["content-security-policy (weak)"] : []),
        ...(x_frame_options.status === "good" ? [] : [`x-frame-options (${x_frame_options.status})`]),
        ...others.flatMap(({ header, status }) => (status === "good" ? [] : `${header} (${status})`)),
      ];
      return when(weak.length > 0, weak.join(", "));
    },
  ],
  [
    "server-leaks",
    "safety",
    "http_headers",
    "Headers tell what the server runs",
    "Do not send them, or without versions.",
    ({ security_headers }) =>
      when((security_headers?.leaks ?? []).length > 0, security_headers?.leaks.join("; ") ?? ""),
  ],
  [
    "caa-missing",
    "safety",
    "dns",
    "No CAA record says who may issue certificates",
    "Publish CAA with the authority that you use.",
    ({ dns }) => when(dns?.caa?.length === 0, "no CAA record"),
  ],
  [
    "dnssec-missing",
    "safety",
    "rdap",
    "The domain is not signed with DNSSEC",
    "Switch it on at the registrar.",
    ({ registration }) => when(registration?.dnssec === false, "the delegation is not signed"),
  ],
  [
    "cms-version-shown",
    "safety",
    "cms",
    "The page shows the version of its system",
    "Take the version out of the page.",
    ({ cms }) => when(cms?.name !== undefined && cms.version !== undefined, `${cms?.name} ${cms?.version}`),
  ],
];
