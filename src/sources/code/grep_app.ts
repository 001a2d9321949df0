import { z } from "zod";
import { defineSource } from "../define.ts";
import { emptyOn } from "../kit/answer.ts";
import { Count } from "../kit/fields.ts";
import { json } from "../kit/json.ts";
import { text } from "../kit/query.ts";
import { Options, request } from "./grep_app-query.ts";
import { Hit, itemOf } from "./grep_app-record.ts";
import { CodeItem } from "./item.ts";

const PER_PAGE = 10;

/** Vercel's code search, an API without documentation: written after its public clients, without a recorded answer. */
export const grepApp = defineSource({
  id: "grep_app",
  title: "grep.app code search",
  docs: "https://grep.app/",
  terms: "no documented API; refuses bursts and addresses of data centres",
  query: text("literal code", "createReadStream(", Options),
  item: CodeItem.extend({
    repository: z.string().describe("owner/name on GitHub"),
    branch: z.string(),
    path: z.string(),
    language: z.string().optional().describe("after the file's extension"),
    matches: Count.optional().describe("matches in the file"),
    lines: z
      .array(z.object({ number: z.int().optional(), code: z.string(), match: z.boolean() }))
      .optional()
      .describe("the lines around the matches"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: json({
    pages: request,
    judge: emptyOn(404),
    body: z.object({ hits: z.object({ hits: z.array(Hit) }) }),
    items: ({ hits: { hits } }) => hits.map(itemOf),
    next: ({ hits: { hits } }) => (hits.length < PER_PAGE ? null : undefined),
  }),
});
