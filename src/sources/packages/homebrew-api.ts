import { z } from "zod";
import { emptyOn } from "../kit/answer.ts";
import { Count } from "../kit/fields.ts";
import { json, listOf } from "../kit/json.ts";
import { webUrl } from "../kit/links.ts";
import type { PageAsk } from "../kit/paged.ts";
import { get } from "../kit/request.ts";

/** What is asked for. */
export interface Named {
  readonly name: string;
}

const Common = {
  desc: z.string().nullish(),
  homepage: z.string().nullish(),
  tap: z.string().nullish(),
  deprecated: z.boolean().nullish(),
  disabled: z.boolean().nullish(),
  analytics: z
    .object({ install: z.object({ "30d": z.record(z.string(), Count).nullish() }).nullish() })
    .nullish()
    .catch(undefined),
};

/** What formulae and casks tell alike. */
function common(kind: "formula" | "cask", found: z.output<z.ZodObject<typeof Common>>) {
  const installs = Object.values(found.analytics?.install?.["30d"] ?? {});
  return {
    snippet: found.desc,
    homepage: webUrl(found.homepage),
    kind,
    tap: found.tap,
    deprecated: found.deprecated,
    disabled: found.disabled,
    installsLast30Days: installs.length > 0 ? installs.reduce((sum, count) => sum + count, 0) : undefined,
  };
}

const at = (kind: "formula" | "cask", { name }: Named & PageAsk) =>
  get(`https://formulae.brew.sh/api/${kind}/${encodeURIComponent(name)}.json`);

/** A formula: a program for the command line. */
export const formula = json({
  request: (ask: Named & PageAsk) => at("formula", ask),
  judge: emptyOn(404),
  body: z.object({
    ...Common,
    name: z.string(),
    license: z.string().nullish(),
    versions: z.object({ stable: z.string().nullish() }).nullish(),
    dependencies: listOf(z.string()),
    aliases: listOf(z.string()),
  }),
  items: (found) => [
    {
      title: found.name,
      name: found.name,
      url: `https://formulae.brew.sh/formula/${found.name}`,
      version: found.versions?.stable,
      license: found.license,
      dependencies: found.dependencies,
      aliases: found.aliases,
      ...common("formula", found),
    },
  ],
});

/** A cask: an application as its maker ships it. */
export const cask = json({
  request: (ask: Named & PageAsk) => at("cask", ask),
  judge: emptyOn(404),
  body: z.object({ ...Common, token: z.string(), name: listOf(z.string()), version: z.string().nullish() }),
  items: (found) => [
    {
      title: found.name[0] ?? found.token,
      name: found.token,
      url: `https://formulae.brew.sh/cask/${found.token}`,
      version: found.version,
      ...common("cask", found),
    },
  ],
});
