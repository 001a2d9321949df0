/** What kind of answer a question wants. */
export interface Expected {
  /** Whether a statement has something of the kind that is asked for. */
  readonly has: (statement: string) => boolean;
  /** The attributes asked for: the question's own words for each, and what tells it in other words ("heavier": weight, kg, lb). */
  readonly also: readonly { readonly asked: string; readonly tells: RegExp }[];
  readonly kind: "number" | "date" | "name" | "reason" | "steps" | "definition" | "yesno" | "open";
}

const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|million|billion|half|twice|deux|trois|quatre|cinq|sept|huit|neuf|dix|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn)\b/iu;
const YEAR =
  /\b(?:1[0-9]{3}|20[0-9]{2})\b|\b\d{1,2}(?:st|nd|rd|th)? century\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|Januar|Februar|März|Juni|Juli|Oktober|Dezember)\b/u;
const NAME = /(?<=[\p{L}\d,;:"“)]\s)["“']?\p{Lu}[\p{L}\d]/u;
const REASON =
  /\b(?:because|due to|as a result|so that|therefore|thus|means|causes?|leads? to|reasons?|in order to|to avoid|to help|otherwise|mechanism|parce que|car|en raison|afin|puisque|weil|denn|da|wegen|damit|daher)\b/iu;
const STEPS =
  /\b(?:use|run|set|add|click|select|open|type|install|choose|enable|disable|turn|press|go to|create|edit|call|utilisez|cliquez|ouvrez|verwenden|klicken|öffnen)\b|[`/=]|--/iu;
const DEFINING =
  /\b(?:is|are|was|means|refers to|stands for|called|known as|describes|est|sont|désigne|ist|sind|bezeichnet|bedeutet)\b/iu;

/** Attributes by the words that ask for them, and by the words and units that tell them. */
const ATTRIBUTES: readonly (readonly [asks: RegExp, tells: RegExp])[] = [
  [
    /\b(?:heav(?:y|ier|iest)|light(?:er|est)?|weigh(?:s|t|ts)?)\b/i,
    /\bweigh|\d\s?(?:kg|g|grams?|lbs?|pounds?|oz|ounces?)\b/i,
  ],
  [
    /\b(?:cost|costs|price|prices|pay|paid|charge|expensive|cheap(?:er)?)\b|\bhow much\b/i,
    /[$€£]\s?\d|\d\s?(?:€|euros?|dollars?|USD|EUR)\b|\bfree\b|\bprice/i,
  ],
  [
    /\b(?:length|longueur|Länge)\b/iu,
    /\b(?:length|long|lang)\b|\d\s?(?:miles?|mi|km|kilomet(?:er|re)s?|m|met(?:er|re)s?|ft|feet|cm)\b/i,
  ],
  [
    /\bhow (?:long|far)\b(?=.{0,200}\b(?:trail|road|river|route|bridge|track|wall)\b)/i,
    /\blength\b|\d\s?(?:miles?|mi|km|kilomet(?:er|re)s?|m|met(?:er|re)s?|ft|feet)\b/i,
  ],
  [
    /\bhow long\b|\b(?:longer|last|lasts)\b|\bhow many (?:hours|minutes|days)\b/i,
    /\d\s?-?(?:hours?|hrs?|minutes?|mins?|days?|weeks?|months?|years?)\b/i,
  ],
  [/\bhow (?:tall|high)\b/i, /\bheight\b|\belevation\b|\d\s?(?:m|met(?:er|re)s?|ft|feet)\b/i],
  [/\b(?:per charge|battery)\b/i, /\bbattery\b|\bplay ?time\b/i],
  [
    /\b(?:founded|established|set up|start(?:ed)?|begin|began)\b/i,
    /\b(?:founded|established|since|set up|created|began)\b/i,
  ],
  [/\bmega-?pixels?\b/i, /\d\s?(?:MP|mega-?pixels?)\b/i],
  [/\bwatts?\b/i, /\d\s?-?(?:W|watts?)\b/i],
  [/\bwon\b|\bwins?\b/i, /\b(?:won|winners?|wins)\b/i],
  [/\bhow (?:fast|quick(?:ly)?|soon)\b/i, /\d\s?-?(?:hours?|minutes?|days?|seconds?|ms|mph|km\/h)\b|\bSLA\b/i],
  [/\b(?:allowed|can i|may i)\b/i, /\b(?:qualif|allow|permit|eligible|approved)/i],
];

/** Reads a question for what kind of answer it wants. English, French and German question words are known; others are open. */
export function expectedOf(question: string): Expected {
  const also = ATTRIBUTES.flatMap(([asks, tells]) => {
    const [asked] = asks.exec(question) ?? [];
    return asked ? [{ asked, tells }] : [];
  });
  const kind = kindOf(question);
  return { kind, also, has: TESTS[kind] };
}

const always = (): boolean => true;
const TESTS: Readonly<Record<Expected["kind"], (statement: string) => boolean>> = {
  number: (text) => NUMBER.test(text),
  date: (text) => YEAR.test(text),
  name: (text) => NAME.test(text),
  reason: (text) => REASON.test(text),
  steps: (text) => STEPS.test(text),
  definition: (text) => DEFINING.test(text),
  yesno: always,
  open: always,
};

function kindOf(question: string): Expected["kind"] {
  const q = question.trim();
  if (
    /\b(?:how (?:many|much|long|tall|high|far|fast|old|big|large|heavy|often|deep|wide)|what (?:percentage|share|number|price|cost)|combien|wie ?viele?|wie (?:lang|hoch|alt|schwer|schnell))\b/i.test(
      q,
    )
  )
    return "number";
  if (/\b(?:cost|price|weigh|thread count|tip)\b/i.test(q) && /^(?:what|how)\b/i.test(q)) return "number";
  if (
    /\b(?:heavier|lighter|longer|more|less|fewer|larger|smaller|cheaper|faster|taller)\b/i.test(q) &&
    /\bor\b/i.test(q)
  )
    return "number";
  if (/^(?:when|in (?:what|which) year|quand|en quelle année|wann|in welchem jahr)\b/i.test(q)) return "date";
  if (/^(?:who|whom|whose|after (?:which|whom)|which (?:person|people|company|player)|qui|wer|wem)\b/i.test(q))
    return "name";
  if (/^(?:why|pourquoi|warum|wieso|weshalb)\b/i.test(q)) return "reason";
  if (/^(?:how (?:do|can|to|should|would)|comment|wie (?:kann|wird|geht))\b/i.test(q)) return "steps";
  if (
    /^(?:what|qu'est-ce qu|was) (?:is|are|does|ist|sind|e |que )\b.{0,60}$/i.test(q) &&
    /^what (?:is|are) (?:an? |the )?[\p{L}\d .'-]{2,50}\??$|\bmean\b/iu.test(q)
  )
    return "definition";
  if (/^(?:can|could|do|does|did|is|are|was|were|has|have|will|should|am|may|est-ce que|ist|sind|kann|hat)\b/i.test(q))
    return "yesno";
  return "open";
}
