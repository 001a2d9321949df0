import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import { operatorsInstance } from "../kit/requests/instance.ts";
import { text } from "../kit/requests/query.ts";
import { postForm } from "../kit/requests/request.ts";
import { Count, Ratio } from "../kit/values/fields.ts";
import { LanguageTag, languageTag } from "../kit/values/languages.ts";
import { webUrl } from "../kit/values/links.ts";
import { LanguageItem } from "./item.ts";

const Rule = z.object({
  id: z.string(),
  description: z.string().nullish(),
  issueType: z.string().nullish(),
  category: z.object({ name: z.string().nullish() }).nullish(),
  urls: z.array(z.object({ value: z.string().nullish() })).nullish(),
});

const Match = z.object({
  message: z.string(),
  shortMessage: z.string().nullish(),
  replacements: z.array(z.object({ value: z.string() })).nullish(),
  offset: Count,
  length: Count,
  context: z.object({ text: z.string() }).nullish(),
  rule: Rule,
});

const Body = z.object({
  language: z.object({
    code: z.string(),
    detectedLanguage: z.object({ code: z.string().nullish(), confidence: Ratio.nullish().catch(undefined) }).nullish(),
  }),
  matches: z.array(Match),
});

/** The page about a rule, by the language's code without its country. */
const rulePage = (id: string, code: string): string =>
  `https://community.languagetool.org/rule/show/${encodeURIComponent(id)}?lang=${encodeURIComponent(code.split("-")[0] ?? code)}`;

export const languagetool = defineSource({
  id: "languagetool",
  title: "LanguageTool grammar check",
  docs: "https://languagetool.org/http-api/",
  terms: "the public server: 20 requests and 75 kB of text a minute an address, 20 kB a request; an own one: no limit",
  query: text(
    "a text to check",
    "This are a test.",
    z.object({
      language: z
        .string()
        .regex(/^(auto|[a-z]{2,3}(-[A-Za-z0-9]{1,10}){0,3})$/, "a language code or auto")
        .default("auto")
        .describe("language of the text, e.g. en-US, fr, de-DE; auto finds it out"),
    }),
  ),
  key: { env: ["LANGUAGETOOL_URL"], required: false, from: "https://dev.languagetool.org/http-server" },
  item: LanguageItem.extend({
    title: z.string().describe("what is wrong"),
    snippet: z.string().optional().describe("the mistake within its sentence"),
    shortMessage: z.string().optional(),
    wrong: z.string().optional().describe("the piece of the text that is wrong"),
    suggestions: z.array(z.string()).describe("what to put instead, five at most"),
    offset: Count.describe("where the mistake begins in the trimmed text, in UTF-16 code units from 0"),
    length: Count.describe("of the mistake, in UTF-16 code units"),
    ruleId: z.string(),
    ruleDescription: z.string().optional(),
    issueType: z.string().optional().describe("e.g. misspelling, grammar, style"),
    category: z.string().optional(),
    detectedLanguage: LanguageTag.optional().describe("the language that the text seems to be in"),
    detectionConfidence: Ratio.optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 3000 },
  read: json({
    request: ({ text: words, language, key }) =>
      postForm(`${operatorsInstance("LANGUAGETOOL_URL", key, "https://api.languagetool.org")}/v2/check`, {
        text: words,
        language,
        enabledOnly: false,
      }),
    judge: ({ status }) =>
      status === 413
        ? new SourceError("bad-query", "The text is too long for LanguageTool: check it in parts.")
        : undefined,
    body: Body,
    items: ({ matches, language: { code, detectedLanguage } }, { text: words }) =>
      matches.map(({ message, shortMessage, replacements, offset, length, context, rule }) => ({
        title: message,
        url: webUrl(rule.urls?.[0]?.value) ?? rulePage(rule.id, code),
        snippet: context?.text,
        language: languageTag(code),
        shortMessage,
        wrong: words.slice(offset, offset + length),
        suggestions: (replacements ?? []).slice(0, 5).map(({ value }) => value),
        offset,
        length,
        ruleId: rule.id,
        ruleDescription: rule.description,
        issueType: rule.issueType,
        category: rule.category?.name,
        detectedLanguage: detectedLanguage?.code,
        detectionConfidence: detectedLanguage?.confidence,
      })),
  }),
});
