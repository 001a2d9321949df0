import type { z } from "zod";
import type { Cell, Cite, Prompt } from "../../prompt/prompt.ts";
import { inFrame, wordIn } from "../french.ts";
import type { answer } from "./answer.ts";

type Frame = "en" | "fr";

/** `name: value` of what there is. */
const pairs = (
  frame: Frame,
  values: Readonly<Record<string, Exclude<Cell, Cite> | readonly string[]>>,
): readonly (readonly Cell[])[] => {
  const told = Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined || value === null || value === "") return [];
    const written = wordIn(frame, name);
    if (typeof value !== "object")
      return `${written}: ${typeof value === "boolean" ? wordIn(frame, String(value)) : value}`;
    return value.length > 0 ? `${written}: ${value.join(", ")}` : [];
  });
  return told.length > 0 ? [[told.join("; ")]] : [];
};

const rated = (
  frame: Frame,
  name: string,
  value: number | undefined,
  unit: string,
  rating: string | undefined,
): string | undefined =>
  value === undefined
    ? undefined
    : `${name} ${Math.round(value * 1000) / 1000}${unit} (${wordIn(frame, rating ?? "unknown")})`;

export const prompt: Prompt<typeof answer, z.ZodObject> = {
  title: { en: "Technical SEO audit", fr: "Audit SEO technique" },
  role: {
    en: "You are a technical SEO auditor who writes for the people who will mend the site.",
    fr: "Vous êtes auditeur SEO technique et écrivez pour ceux qui corrigeront le site.",
  },
  blocks: [
    {
      name: { en: "findings", fr: "constats" },
      columns: [
        { en: "priority", fr: "priorité" },
        { en: "finding", fr: "constat" },
        { en: "evidence", fr: "preuve" },
        { en: "fix", fr: "correction" },
        { en: "source", fr: "source" },
      ],
      rows: [14, 6],
      read: ({ findings = [] }, frame) =>
        findings
          .map((finding) => inFrame(frame, finding))
          .map(({ priority, title, evidence, fix, source }) => [priority, title, evidence, fix, source]),
    },
    {
      name: { en: "scores", fr: "scores" },
      rows: [9, 3],
      cell: 400,
      read: ({ trust, security_headers: headers, core_web_vitals: vitals, ssl }, frame) => [
        ...(trust
          ? [
              [
                frame === "fr"
                  ? `confiance : ${trust.score ?? "inconnue"} sur 100, part connue ${trust.coverage}`
                  : `trust: ${trust.score ?? "unknown"} of 100, coverage ${trust.coverage}`,
              ],
            ]
          : []),
        ...(vitals
          ? pairs(frame, {
              vitals: [
                rated(frame, "LCP", vitals.lcp_ms, " ms", vitals.lcp_rating),
                rated(frame, "INP", vitals.inp_ms, " ms", vitals.inp_rating),
                rated(frame, "CLS", vitals.cls, "", vitals.cls_rating),
              ].filter((cell) => cell !== undefined),
              basis: [wordIn(frame, vitals.basis), ...(vitals.period ? [vitals.period] : [])].join(", "),
              performance: vitals.performance_score,
              passes: vitals.passes,
            })
          : []),
        ...(headers ? [[`${wordIn(frame, "security headers")}: ${headers.grade}, ${headers.score}/100`]] : []),
        ...(ssl
          ? pairs(frame, {
              "certificate valid": ssl.valid,
              "days left": ssl.days_left,
              protocol: ssl.protocol,
              grade: ssl.grade,
            })
          : []),
        ...(trust?.parts ?? []).map(({ name, score, detail }) => [
          `${wordIn(frame, "trust")}, ${wordIn(frame, name)}: ${score ?? wordIn(frame, "unknown")} (${detail})`,
        ]),
      ],
    },
    {
      name: { en: "registration and hosting", fr: "enregistrement et hébergement" },
      rows: [2, 1],
      cell: 400,
      read: ({ registration, hosting }, frame) => [
        ...(registration
          ? pairs(frame, {
              domain: registration.domain,
              created: registration.created?.slice(0, 10),
              expires: registration.expires?.slice(0, 10),
              registrar: registration.registrar,
              dnssec: registration.dnssec,
            })
          : []),
        ...(hosting
          ? pairs(frame, {
              ip: hosting.ip,
              country: hosting.country,
              network: hosting.as_name,
              cdn: hosting.cdn,
              reverse: hosting.reverse,
            })
          : []),
      ],
    },
    {
      name: { en: "system", fr: "système" },
      rows: [1, 0],
      cell: 400,
      read: ({ cms }, frame) =>
        cms
          ? pairs(frame, {
              cms: cms.name,
              version: cms.version,
              technologies: cms.technologies.slice(0, 12).map(({ name }) => name),
            })
          : [],
    },
    {
      name: { en: "indexing", fr: "indexation" },
      rows: [4, 2],
      cell: 400,
      read: ({ page, robots_txt: robots, sitemap, hreflang }, frame) => [
        ...(page
          ? pairs(frame, {
              page: page.url,
              title: page.title,
              description: page.description,
              canonical: page.canonical,
              indexable: page.indexable,
              language: page.language,
            })
          : []),
        ...(robots
          ? pairs(frame, {
              "robots.txt": robots.present,
              valid: robots.valid,
              "AI robots kept out": robots.ai_bots.filter(({ allowed }) => !allowed).map(({ agent }) => agent),
            })
          : []),
        ...(sitemap
          ? pairs(frame, {
              sitemap: sitemap.present,
              valid: sitemap.valid,
              urls: sitemap.urls,
              newest: sitemap.last_modified,
            })
          : []),
        ...(hreflang ? pairs(frame, { hreflang: hreflang.count, languages: hreflang.languages }) : []),
      ],
    },
    {
      name: { en: "social", fr: "réseaux sociaux" },
      rows: [2, 0],
      read: ({ open_graph: graph, twitter_card: card }, frame) => [
        ...(graph ? pairs(frame, { "Open Graph": graph.present, title: graph.title, missing: graph.missing }) : []),
        ...(card ? pairs(frame, { "Twitter card": card.present, card: card.card, missing: card.missing }) : []),
      ],
    },
    {
      name: { en: "archive", fr: "archives" },
      rows: [1, 0],
      read: ({ archive }, frame) =>
        archive
          ? pairs(frame, {
              "last crawl": archive.last_crawl,
              "Wayback Machine": archive.wayback_last,
              "Common Crawl": archive.commoncrawl_last,
              index: archive.commoncrawl_index,
            })
          : [],
    },
  ],
  task: [
    {
      en: "- Report what to mend, in the order of priority; give each fix its effort (S, M, L) and its effect.",
      fr: "- Rapportez quoi corriger, par priorité ; donnez à chaque correction son effort (S, M, L) et son effet.",
    },
    {
      en: "- Set quick wins (P1 or P2 of effort S) apart.",
      fr: "- Mettez à part les gains rapides (P1 ou P2 d'effort S).",
    },
    {
      en: "- What has no value was not seen: say that it is unknown, do not guess it.",
      fr: "- Ce qui n'a pas de valeur n'a pas été vu : dites-le inconnu, ne le devinez pas.",
    },
  ],
  output: {
    en: "A summary of 3 sentences, a table priority | fix | effort | effect | how to verify, then a roadmap for 1, 30 and 90 days.",
    fr: "Un résumé de 3 phrases, un tableau priorité | correction | effort | effet | vérification, puis une feuille de route à 1, 30 et 90 jours.",
  },
};
