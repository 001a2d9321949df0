import { z } from "zod";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import { nextLink } from "../kit/requests/further.ts";
import { text } from "../kit/requests/query.ts";
import { bearer, get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count } from "../kit/values/fields.ts";
import { CodeItem } from "./item.ts";

const PER_PAGE = 50;

/** A model as the API answers it. */
const Model = z.object({
  id: z.string(),
  author: z.string().nullish(),
  downloads: Count.nullish(),
  likes: Count.nullish(),
  trendingScore: z.number().nullish(),
  pipeline_tag: z.string().nullish(),
  library_name: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
  gated: z.union([z.boolean(), z.string()]).nullish(),
  createdAt: z.string().nullish(),
  lastModified: z.string().nullish(),
});

const LICENSE = "license:";

/** What the hub says of a model. */
const itemOf = (model: z.output<typeof Model>) => {
  const license = model.tags?.find((tag) => tag.startsWith(LICENSE))?.slice(LICENSE.length);
  return {
    title: model.id,
    name: model.id,
    url: `https://huggingface.co/${model.id}`,
    snippet: [model.pipeline_tag, model.library_name, license].filter(Boolean).join(", "),
    author: model.author || (model.id.includes("/") ? model.id.split("/")[0] : undefined),
    createdAt: isoDate(model.createdAt),
    updatedAt: isoDate(model.lastModified),
    downloadsLast30Days: model.downloads,
    likes: model.likes,
    trendingScore: model.trendingScore,
    task: model.pipeline_tag,
    library: model.library_name,
    license,
    tags: model.tags,
    gated: typeof model.gated === "string" ? model.gated : undefined,
  };
};

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
  verbatim: true,
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
