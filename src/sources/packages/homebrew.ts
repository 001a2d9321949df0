import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { orElse } from "../kit/compose.ts";
import { Count } from "../kit/fields.ts";
import { clip, query } from "../kit/query.ts";
import { cask, formula, type Named } from "./homebrew-api.ts";
import { PackageItem } from "./item.ts";

/** A formula's or cask's name, with or without its tap (`homebrew/core/wget`). */
function named(q: string): Named {
  const name = q.toLowerCase().split("/").at(-1) ?? "";
  if (!/^[a-z0-9][a-z0-9@+._-]{0,100}$/.test(name))
    throw new SourceError("bad-query", `“${clip(q)}” is no formula or cask name, and Homebrew has no search by words.`);
  return { name };
}

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
  read: orElse(formula, cask),
});
