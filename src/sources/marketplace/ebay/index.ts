import { z } from "zod";
import { defineSource } from "../../define.ts";
import { whenKey } from "../../kit/compose/steps.ts";
import { query } from "../../kit/requests/query.ts";
import { Count, IsoDate } from "../../kit/values/fields.ts";
import { OfferItem } from "../item.ts";
import { listed } from "../listing.ts";
import { browseApi } from "./api.ts";
import { ebayPage } from "./page.ts";
import { asked, Options } from "./site.ts";

export const ebay = defineSource({
  id: "ebay",
  title: "eBay search",
  docs: "https://developer.ebay.com/api-docs/buy/browse/resources/item_summary/methods/search",
  terms: "with keys the Browse API, 5,000 calls a day; without them the site's own pages, which refuse many servers",
  key: {
    env: ["EBAY_CLIENT_SECRET", "EBAY_CLIENT_ID"],
    required: false,
    from: "https://developer.ebay.com/my/keys",
  },
  query: query({
    describe: "words to search the listings for, or a listing's number or address, which reads that one",
    example: "apple ipad",
    options: Options,
    parse: asked,
  }),
  item: OfferItem.extend({
    position: Count.describe("place in the list, from 1"),
    conditionText: z.string().optional().describe("its condition in eBay's words"),
    location: z.string().optional().describe("where it is sent from"),
    bids: Count.optional().describe("bids so far, of an auction"),
    publishedAt: IsoDate.optional().describe("when it was listed; with keys only"),
  }),
  polite: { concurrency: 2, minIntervalMs: 1000 },
  read: listed(whenKey("EBAY_CLIENT_SECRET", browseApi, ebayPage)),
});
