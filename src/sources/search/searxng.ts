import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { HttpUrl } from "../kit/fields.ts";
import { json } from "../kit/json.ts";
import { text } from "../kit/query.ts";
import { isoDate } from "../kit/values.ts";
import { SearchItem } from "./item.ts";
import { type Input, Options, request } from "./searxng-query.ts";
import { Body, isFirst, remarks, silent } from "./searxng-record.ts";

export const searxng = defineSource({
  id: "searxng",
  title: "SearXNG",
  docs: "https://docs.searxng.org/dev/search_api.html",
  terms: "an instance of one's own: no limit; public ones mostly refuse programs",
  query: text("words to search for; !engine and :lang as in SearXNG", "rxjs backpressure", Options),
  key: { env: ["SEARXNG_URL"], required: false, from: "https://docs.searxng.org/admin/installation.html" },
  item: SearchItem.extend({
    engines: z.array(z.string()).optional().describe("the engines that found it"),
    positions: z.array(z.int()).optional().describe("its rank in each engine, 1-based"),
    score: z.number().optional().describe("the instance's own score, without an upper bound"),
    category: z.string().optional(),
    thumbnail: HttpUrl.optional(),
  }),
  polite: { concurrency: 2 },
  read: json({
    pages: request,
    body: Body,
    items: (body, _input: Input, response, context) => {
      for (const remark of remarks(body)) context.notice({ kind: "note", text: remark });
      // On the first page nothing found by engines that did not answer is no "nothing found".
      if (body.results.length === 0 && body.unresponsive_engines?.length && isFirst(response))
        throw new SourceError("blocked", `No engine of the instance answered: ${silent(body.unresponsive_engines)}.`);
      return body.results.map(({ title, url, content, publishedDate, thumbnail, img_src, ...rest }) => ({
        ...rest,
        title: title || url,
        url,
        snippet: content,
        publishedAt: isoDate(publishedDate),
        thumbnail: [thumbnail, img_src].find((image) => /^https?:\/\//.test(image ?? "")),
      }));
    },
  }),
});
