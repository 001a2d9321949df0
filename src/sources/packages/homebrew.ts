import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { onEmpty } from "../kit/compose/steps.ts";
import { json, listOf } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { emptyOn } from "../kit/responses/answer.ts";
import { Count } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { clip } from "../kit/values/text.ts";
import { PackageItem } from "./item.ts";

/** What is asked for. */
interface Named {
  readonly name: string;
}

/** A formula's or cask's name, with or without its tap (`homebrew/core/wget`). */
function named(q: string): Named {
  const name = q.toLowerCase().split("/").at(-1) ?? "";
  if (!/^[a-z0-9][a-z0-9@+._-]{0,100}$/.test(name))
    throw new SourceError("bad-query", `“${clip(q)}” is no formula or cask name, and Homebrew has no search by words.`);
  return { name };
}

const at = (kind: "formula" | "cask", { name }: Named & PageRequest) =>
  get(`https://formulae.brew.sh/api/${kind}/${encodeURIComponent(name)}.json`);

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

/** A formula: a program for the command line. */
const formula = json({
  request: (ask: Named & PageRequest) => at("formula", ask),
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
const cask = json({
  request: (ask: Named & PageRequest) => at("cask", ask),
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

export const homebrew = defineSource({
  id: "homebrew",
  title: "Homebrew formulae and casks",
  docs: "https://formulae.brew.sh/docs/api/",
  terms: "no key, static files without a limit; no search by words",
  query: query({ describe: "a formula's or cask's name", example: "wget", parse: named }),
  item: PackageItem.extend({
    kind: z.enum(["formula", "cask"]),
    tap: z.string().optional(),
    dependencies: z.array(z.string()).optional().describe("formulae that it needs at run time"),
    aliases: z.array(z.string()).optional(),
    deprecated: z.boolean().optional(),
    disabled: z.boolean().optional(),
    installsLast30Days: Count.optional().describe("installations counted in the last 30 days, all variants together"),
  }),
  read: onEmpty(formula, cask),
});
