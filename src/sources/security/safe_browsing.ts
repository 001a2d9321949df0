import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import { url } from "../kit/requests/query.ts";
import { postJson } from "../kit/requests/request.ts";
import type { Judge } from "../kit/responses/answer.ts";
import { upstreamMessage } from "../kit/responses/refusals.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { durationSeconds } from "../kit/values/numbers.ts";
import { ThreatItem } from "./item.ts";

const THREATS = ["MALWARE", "SOCIAL_ENGINEERING", "UNWANTED_SOFTWARE", "POTENTIALLY_HARMFUL_APPLICATION"];

const Match = z.object({
  threatType: z.string(),
  platformType: z.string().nullish(),
  threatEntryType: z.string().nullish(),
  threat: z.object({ url: z.string() }),
  cacheDuration: z.string().nullish(),
});

/** Google says HTTP 400 to a wrong key too. */
const judge: Judge = (response) => {
  const said = response.status === 400 ? upstreamMessage(response) : undefined;
  return said && /api key/i.test(said)
    ? new SourceError("missing-key", `Google refused GOOGLE_SAFE_BROWSING_KEY: ${quotedSaying(said)}.`)
    : undefined;
};

export const safeBrowsing = defineSource({
  id: "safe_browsing",
  title: "Google Safe Browsing",
  docs: "https://developers.google.com/safe-browsing/v4/lookup-api",
  terms: "non-commercial use only; 10,000 lookups a day",
  key: {
    env: ["GOOGLE_SAFE_BROWSING_KEY"],
    required: true,
    from: "https://developers.google.com/safe-browsing/v4/get-started",
  },
  query: url(
    "the address of a page; no item means that it is on none of the lists",
    "http://malware.testing.google.test/testing/malware/",
  ),
  item: ThreatItem.extend({
    platformType: z.string().optional(),
    threatEntryType: z.string().optional(),
    cacheSeconds: z.number().nonnegative().optional().describe("for how long Google holds the answer to be good"),
  }),
  read: json({
    // The key travels in the header that Google takes it in as well as in the address.
    request: ({ url, key }) =>
      postJson(
        "https://safebrowsing.googleapis.com/v4/threatMatches:find",
        {
          client: { clientId: "tributary", clientVersion: "1.0" },
          threatInfo: {
            threatTypes: THREATS,
            platformTypes: ["ANY_PLATFORM"],
            threatEntryTypes: ["URL"],
            threatEntries: [{ url }],
          },
        },
        { headers: { "x-goog-api-key": key } },
      ),
    judge,
    body: z.object({ matches: z.array(Match).nullish() }),
    items: ({ matches }) =>
      (matches ?? []).map(({ threatType, platformType, threatEntryType, threat, cacheDuration }) => ({
        title: threatType,
        url: `https://transparencyreport.google.com/safe-browsing/search?url=${encodeURIComponent(threat.url)}`,
        target: threat.url,
        listed: true,
        threat: threatType,
        platformType,
        threatEntryType,
        cacheSeconds: durationSeconds(cacheDuration?.replace(/s$/, "")),
      })),
  }),
});
