import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { json, numeric } from "../kit/readers/json.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import type { Judge } from "../kit/responses/answer.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, HttpUrl } from "../kit/values/fields.ts";
import { LanguageTag, languageTags } from "../kit/values/languages.ts";
import { webUrl } from "../kit/values/links.ts";
import { excerpt } from "../kit/values/text.ts";
import { AppItem, PACKAGE } from "./item.ts";

const API = "https://itunes.apple.com";
const LIMIT = 50;

const Options = z.object({
  entity: z
    .enum(["software", "iPadSoftware", "desktopSoftware"])
    .default("software")
    .describe("programs for the iPhone, the iPad or the Mac"),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, "a two-letter country code")
    .default("US")
    .describe("the country whose store is asked"),
  lang: z
    .string()
    .regex(/^[a-z]{2}_[a-z]{2}$/, "a language and a country: en_us")
    .optional()
    .describe("language of the texts, such as en_us or ja_jp"),
});

interface Asked extends z.output<typeof Options> {
  readonly text: string;
}

/** A number is the store's id, a name with dots a bundle's, anything else words. */
function request({ text, entity, country, lang }: Asked) {
  if (/^\d{6,12}$/.test(text)) return get(`${API}/lookup`, { id: text, country, lang });
  if (PACKAGE.test(text)) return get(`${API}/lookup`, { bundleId: text, country, entity, lang });
  return get(`${API}/search`, { term: text, media: "software", entity, country, lang, limit: LIMIT });
}

/** Above some 20 calls a minute Apple answers 403. */
const judge: Judge = ({ status }) =>
  status === 403 ? new SourceError("rate-limited", "Apple allows some 20 calls a minute (HTTP 403).") : undefined;

const Texts = z.array(z.string()).nullish();
const Text = z.string().nullish();

const App = z.object({
  trackId: z.number(),
  trackName: z.string(),
  trackViewUrl: Text,
  bundleId: Text,
  sellerName: Text,
  artistName: Text,
  artistViewUrl: Text,
  sellerUrl: Text,
  price: numeric.nullish(),
  currency: Text,
  formattedPrice: Text,
  averageUserRating: numeric.nullish(),
  userRatingCount: numeric.nullish(),
  version: Text,
  releaseDate: Text,
  currentVersionReleaseDate: Text,
  primaryGenreName: Text,
  genres: Texts,
  minimumOsVersion: Text,
  trackContentRating: Text,
  fileSizeBytes: numeric.nullish(),
  artworkUrl512: Text,
  artworkUrl100: Text,
  screenshotUrls: Texts,
  ipadScreenshotUrls: Texts,
  languageCodesISO2A: Texts,
  supportedDevices: Texts,
  advisories: Texts,
  features: Texts,
  isGameCenterEnabled: z.boolean().nullish(),
  releaseNotes: Text,
  description: Text,
});

const itemOf = ({ price, userRatingCount, ...app }: z.output<typeof App>) => ({
  title: app.trackName,
  url: app.trackViewUrl,
  id: app.trackId,
  bundleId: app.bundleId,
  developer: app.sellerName ?? app.artistName,
  developerUrl: app.artistViewUrl,
  price,
  currency: app.currency,
  formattedPrice: app.formattedPrice,
  free: price == null ? undefined : price === 0,
  rating: userRatingCount === 0 ? undefined : app.averageUserRating,
  ratingCount: userRatingCount,
  version: app.version,
  publishedAt: isoDate(app.releaseDate),
  updatedAt: isoDate(app.currentVersionReleaseDate),
  genre: app.primaryGenreName,
  categories: app.genres,
  minimumOs: app.minimumOsVersion,
  contentRating: app.trackContentRating,
  advisories: app.advisories,
  features: app.features,
  supportedDevices: app.supportedDevices,
  gameCenter: app.isGameCenterEnabled,
  sizeBytes: app.fileSizeBytes,
  icon: app.artworkUrl512 ?? app.artworkUrl100,
  screenshots: app.screenshotUrls?.length ? app.screenshotUrls : app.ipadScreenshotUrls,
  languages: languageTags(app.languageCodesISO2A),
  website: webUrl(app.sellerUrl),
  releaseNotes: app.releaseNotes,
  snippet: excerpt(app.description),
});

export const appStore = defineSource({
  id: "app_store",
  title: "Apple App Store search",
  docs: "https://developer.apple.com/library/archive/documentation/AudioVideo/Conceptual/iTuneSearchAPI/",
  terms: "some 20 calls a minute an address",
  query: query({
    describe: "words to search the store for; a number or a bundle id reads that one app",
    example: "slack",
    options: Options,
    parse: (q, options): Asked => ({ ...options, text: q }),
  }),
  item: AppItem.extend({
    bundleId: z.string().optional(),
    formattedPrice: z.string().optional(),
    minimumOs: z.string().optional().describe("the oldest version of the system that it runs on"),
    advisories: z.array(z.string()).optional().describe("what parents may want to know"),
    features: z.array(z.string()).optional(),
    supportedDevices: z.array(z.string()).optional(),
    gameCenter: z.boolean().optional(),
    languages: z.array(LanguageTag).optional(),
    releaseNotes: z.string().optional(),
    sizeBytes: Count.optional().describe("of the download"),
    screenshots: z.array(HttpUrl).optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 3000 },
  read: json({
    request,
    judge,
    body: z.object({ resultCount: Count, results: z.array(App) }),
    items: ({ results }) => results.map(itemOf),
  }),
});
