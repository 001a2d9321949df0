import { z } from "zod";
import { defineSource } from "../define.ts";
import { bearer } from "../kit/bearer.ts";
import { Count } from "../kit/fields.ts";
import { nextLink } from "../kit/further.ts";
import { json } from "../kit/json.ts";
import { text } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { itemOf, Model } from "./huggingface_models-record.ts";
import { CodeItem } from "./item.ts";

const PER_PAGE = 50;

export const huggingfaceModels = defineSource({
  id: "huggingface_models",
  title: "Hugging Face models",
  docs: "https://huggingface.co/docs/hub/api",
  terms: "some 500 requests in 5 minutes without a token",
  query: text(
    "words of a model's name",
    "whisper french",
    z.object({
      sort: z.enum(["downloads", "likes", "trendingScore", "createdAt", "lastModified"]).default("downloads"),
    }),
  ),
  key: { env: ["HF_TOKEN"], required: false, from: "https://huggingface.co/settings/tokens" },
  item: CodeItem.extend({
    name: z.string().describe("owner/name"),
    downloadsLast30Days: Count.optional(),
    likes: Count.optional(),
    trendingScore: z.number().optional(),
    task: z.string().optional().describe("fill-mask, text-generation, …"),
    library: z.string().optional().describe("transformers, diffusers, …"),
    license: z.string().optional(),
    tags: z.array(z.string()).optional(),
    gated: z.string().optional().describe("auto or manual: how access to the weights is granted"),
  }),
  polite: { concurrency: 2 },
  read: json({
    pages: ({ text, sort, cursor, key }) =>
      cursor
        ? get(cursor, {}, { headers: bearer(key) })
        : get(
            "https://huggingface.co/api/models",
            { search: text, sort, direction: -1, limit: PER_PAGE, full: true },
            { headers: bearer(key) },
          ),
    body: z.array(Model),
    items: (models) => models.map(itemOf),
    next: (_models, _input, response) => nextLink(response),
  }),
});
