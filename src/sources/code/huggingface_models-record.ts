import { z } from "zod";
import { Count } from "../kit/fields.ts";
import { isoDate } from "../kit/values.ts";

const LICENSE = "license:";

/** A model as the API answers it. */
export const Model = z.object({
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

/** What the hub says of a model. */
export const itemOf = (model: z.output<typeof Model>) => {
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
