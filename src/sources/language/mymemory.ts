import { z } from "zod";
import { type ErrorKind, SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { json, numeric } from "../kit/readers/json.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, IsoDate } from "../kit/values/fields.ts";
import { LanguageTag, languageTag } from "../kit/values/languages.ts";
import { LanguageItem } from "./item.ts";

const MOST_BYTES = 500;

const CODE = /^[A-Za-z]{2,3}(-[A-Za-z]{2,4})?$/;

const Options = z.object({
  from: z
    .string()
    .regex(new RegExp(`^autodetect$|${CODE.source}`, "i"), "a language code or Autodetect")
    .default("Autodetect")
    .describe("language of the text, e.g. en or pt-BR"),
  to: z.string().regex(CODE, "a language code").default("en").describe("language to translate into, e.g. fr"),
});

/** A number that may come as text, or not at all. */
const Figure = numeric.nullish().catch(undefined);

const Match = z.object({
  segment: z.string().nullish(),
  translation: z.string().nullish(),
  match: Figure,
  quality: Figure,
  reference: z.string().nullish(),
  "usage-count": Figure,
  subject: z.string().nullish().catch(undefined),
  "created-by": z.string().nullish(),
  "create-date": z.string().nullish(),
  "last-update-date": z.string().nullish(),
});

const Body = z.object({
  responseData: z.object({
    translatedText: z.string().nullish(),
    match: Figure,
    detectedLanguage: z.string().nullish(),
  }),
  matches: z.array(Match).nullish(),
  quotaFinished: z.boolean().nullish().catch(undefined),
});

const Refused = z.object({ responseStatus: z.union([z.string(), z.number()]), responseDetails: z.string().nullish() });

/** The status that counts stands in the body: a number where all is well, a text where it is not. */
function refusal(body: unknown): SourceError | undefined {
  const read = Refused.safeParse(body);
  if (!read.success || String(read.data.responseStatus) === "200") return undefined;
  const said = read.data.responseDetails || `status ${read.data.responseStatus}`;
  return new SourceError(
    kindOf(String(read.data.responseStatus), said),
    `MyMemory refuses to translate: ${quotedSaying(said)}.`,
  );
}

function kindOf(status: string, said: string): ErrorKind {
  if (status === "429" || /ALL AVAILABLE FREE TRANSLATIONS/i.test(said)) return "rate-limited";
  if (/EMAIL/i.test(said)) return "missing-key";
  return status.startsWith("5") ? "unreachable" : "bad-query";
}

/** The translation that the service prefers first, without its double among the others. */
function ordered({ responseData: { translatedText, match }, matches }: z.output<typeof Body>) {
  const all = matches ?? [];
  const best = all.find(({ translation }) => translation === translatedText);
  return [best ?? Match.parse({ translation: translatedText, match }), ...all.filter((one) => one !== best)];
}

export const mymemory = defineSource({
  id: "mymemory",
  title: "MyMemory translation memory",
  docs: "https://mymemory.translated.net/doc/spec.php",
  terms: "5,000 characters a day, with an e-mail address 50,000",
  query: query({
    describe: "a text of 500 bytes at most to translate",
    example: "bonjour tout le monde",
    options: Options,
    parse: (text, options) => {
      if (Buffer.byteLength(text) > MOST_BYTES)
        throw new SourceError("bad-query", `The text is longer than ${MOST_BYTES} bytes: translate it in parts.`);
      return { ...options, text };
    },
  }),
  key: {
    env: ["MYMEMORY_EMAIL"],
    required: false,
    from: "https://mymemory.translated.net/doc/usagelimits.php (any e-mail address of one's own)",
  },
  item: LanguageItem.extend({
    title: z.string().describe("the translation"),
    sourceText: z.string().optional().describe("the text that it translates, mostly one like the text asked for"),
    sourceLanguage: LanguageTag.optional(),
    detectedLanguage: LanguageTag.optional().describe("the text's language as the service found it"),
    match: z.number().optional().describe("how like the two texts are: 1 is equal"),
    quality: z.number().optional().describe("trust in the translation, 0 to 100"),
    usageCount: Count.optional(),
    subject: z.string().optional(),
    reference: z.string().optional(),
    createdBy: z.string().optional().describe("who translated; MT! is a machine"),
    createdAt: IsoDate.optional(),
    updatedAt: IsoDate.optional(),
  }),
  polite: { concurrency: 2 },
  read: json({
    request: ({ text: q, from, to, key }) =>
      get("https://api.mymemory.translated.net/get", { q, langpair: `${from}|${to}`, de: key || undefined }),
    refused: refusal,
    body: Body,
    items: (body, { from, to }, _response, context) => {
      if (body.quotaFinished)
        context.notice({
          kind: "note",
          once: true,
          text: "Today's quota of MyMemory is used up with this translation",
        });
      return ordered(body).flatMap((one) => {
        const title = textOfHtml(one.translation);
        if (!title) return [];
        return {
          title,
          language: to,
          sourceText: textOfHtml(one.segment),
          sourceLanguage: /^autodetect$/i.test(from) ? languageTag(body.responseData.detectedLanguage) : from,
          detectedLanguage: languageTag(body.responseData.detectedLanguage),
          match: one.match,
          quality: one.quality,
          usageCount: one["usage-count"],
          subject: one.subject,
          reference: one.reference,
          createdBy: one["created-by"],
          createdAt: isoDate(one["create-date"]),
          updatedAt: isoDate(one["last-update-date"]),
        };
      });
    },
  }),
});
