import type { Finding } from "../formulas/findings.ts";
import { FRENCH } from "./french-findings.ts";

/*
 * What the analyses of pages say in English, as the French prompts tell it. What is not known here stays as it is.
 */

/** What is seen, in French: the words that checks put around values. */
const SEEN: readonly (readonly [RegExp, string])[] = [
  [/\b(\d+) characters\b/g, "$1 caractères"],
  [/\b(\d+) words\b/g, "$1 mots"],
  [/\b(\d+) days left\b/g, "encore $1 jours"],
  [/\bit ended (\d+) days ago\b/g, "terminé depuis $1 jours"],
  [/\b(\d+) of (\d+) images\b/g, "$1 images sur $2"],
  [/\b(\d+) internal links\b/g, "$1 liens internes"],
  [/\b(\d+) external links\b/g, "$1 liens externes"],
  [/\b(\d+) times in the whole text\b/g, "$1 fois dans tout le texte"],
  [/\b(\d+) titles\b/g, "$1 titres"],
  [/\b1 error\b/g, "1 erreur"],
  [/\b(\d+) errors\b/g, "$1 erreurs"],
  [/ after (\d+) redirects\b/g, " après $1 redirections"],
  [/^status\b/, "statut"],
  [/^title: none$/, "titre : aucun"],
  [/^(canonical|viewport|lang|card|h1): none$/, "$1 : aucun"],
  [/^robots: no rule$/, "robots : aucune règle"],
  [/^missing: nothing$/, "rien ne manque"],
  [/^missing:/, "manque :"],
  [/^no (?:<title>|title)$/, "aucun titre"],
  [/^no (?:meta )?description$/, "aucune description"],
  [/^no (?:link rel=canonical|h1|CAA record|TXT record at _dmarc|social tags)$/, "absent"],
  [/^no redirect to https$/, "aucune redirection vers https"],
  [/^the header is not sent$/, "l'en-tête n'est pas envoyé"],
  [/^the delegation is not signed$/, "la délégation n'est pas signée"],
  [
    /^robots that it does not name may not fetch the home page; this says nothing of other pages$/,
    "interdite aux robots qu'il ne nomme pas ; cela ne dit rien des autres pages",
  ],
  [/ forbids it by noindex or a past unavailable_after$/, " l'interdit par noindex ou un unavailable_after passé"],
  [/^listed by /, "signalé par "],
  [
    / to us; robots that get the same answer stay away meanwhile$/,
    " pour nous ; les robots qui reçoivent cette réponse s'abstiennent",
  ],
  [/ may fetch nothing but what Allow names/, " : rien n'est permis que ce que nomme Allow"],
  [/; robots that it does not name may fetch nothing at all$/, " ; ceux qu'il ne nomme pas n'ont droit à rien"],
  [/\bneeds-improvement\b/g, "à améliorer"],
  [/\((weak)\)/g, "(faible)"],
  [/\((missing)\)/g, "(absent)"],
];

/** A finding as a prompt's frame has it. */
export function inFrame<One extends Pick<Finding, "id" | "title" | "fix" | "evidence">>(
  frame: "en" | "fr",
  finding: One,
): One {
  if (frame === "en") return finding;
  const [title = finding.title, fix = finding.fix] = FRENCH[finding.id] ?? [];
  const evidence = SEEN.reduce((text, [pattern, french]) => text.replace(pattern, french), finding.evidence);
  return { ...finding, title, fix, evidence };
}

/** The words of tables that stand beside findings. */
const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    good: "bon",
    "needs-improvement": "à améliorer",
    poor: "mauvais",
    true: "oui",
    false: "non",
    unknown: "inconnu",
    trust: "confiance",
    vitals: "signaux",
    basis: "base",
    field: "utilisateurs réels",
    lab: "laboratoire",
    passes: "réussi",
    "security headers": "en-têtes de sécurité",
    "certificate valid": "certificat valide",
    "days left": "jours restants",
    protocol: "protocole",
    grade: "note",
    domain: "domaine",
    created: "créé",
    expires: "expire",
    registrar: "bureau d'enregistrement",
    country: "pays",
    network: "réseau",
    reverse: "nom inverse",
    title: "titre",
    indexable: "indexable",
    language: "langue",
    languages: "langues",
    valid: "valide",
    "AI robots kept out": "robots d'IA exclus",
    sitemap: "plan de site",
    newest: "le plus récent",
    missing: "manque",
    card: "carte",
    "last crawl": "dernier passage",
    retired: "retiré",
    age: "âge",
    spam: "courrier indésirable",
    headers: "en-têtes",
    safe_browsing: "navigation sûre",
    easy: "facile",
    plain: "courant",
    difficult: "difficile",
    "very difficult": "très difficile",
    performance: "performance",
    accessibility: "accessibilité",
    "best practices": "bonnes pratiques",
    question: "question",
    term: "terme",
    format: "format",
    freshness: "fraîcheur",
    depth: "longueur",
    informational: "informationnelle",
    commercial: "commerciale",
    transactional: "transactionnelle",
    navigational: "de navigation",
    local: "locale",
    questions: "questions",
    "questions and answers": "questions et réponses",
    "a video": "une vidéo",
    pictures: "des images",
    "products with prices": "des produits avec leurs prix",
    "a place of business": "un lieu de vente",
    "a page of this year": "une page de cette année",
    "a fuller text": "un texte plus complet",
  }),
);

/** A word as a frame has it; what is not among them stays. */
export const wordIn = (frame: "en" | "fr", word: string): string => (frame === "fr" ? (WORDS.get(word) ?? word) : word);

/** Why there is an opportunity, as a frame has it. */
const WHY: readonly (readonly [RegExp, string])[] = [
  [/^(\d+) of (\d+) pages answer it; named by (\d+) sources?$/, "$1 pages sur $2 y répondent ; nommée par $3 sources"],
  [
    /^The results show (\w+); (\d+) of (\d+) pages serve it$/,
    "Les résultats montrent $1 ; $2 pages sur $3 s'y prêtent",
  ],
  [/^The median age of the (\d+) dated pages is (\d+) days$/, "L'âge médian des $1 pages datées est de $2 jours"],
  [/^The longest page has (\d+) words, the median (\d+)$/, "La page la plus longue a $1 mots, la médiane $2"],
];

export const whyIn = (frame: "en" | "fr", why: string): string =>
  frame === "fr" ? WHY.reduce((text, [pattern, french]) => text.replace(pattern, french), why) : why;
