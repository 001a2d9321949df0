import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";

/*
 * Writes src/sources/page/cms/fingerprints.ndjson out of the npm package wappalyzer, the data alone, none of its code:
 *
 *   npm pack wappalyzer@6.10.47 --pack-destination /tmp && tar xzf /tmp/wappalyzer-6.10.47.tgz -C /tmp
 *   node scripts/fingerprints.ts /tmp/package
 *
 * Line 1 says where it is from, line 2 holds the categories by number, each further line one technology. The package is
 * unpacked outside the tree: its dependencies (a browser that its install script downloads) are wanted by nobody.
 */
const Package = z.object({ name: z.string(), version: z.string(), license: z.literal("MIT"), author: z.string() });
const Categories = z.record(z.string(), z.object({ name: z.string(), priority: z.int() }));
const Technologies = z.record(z.string(), z.record(z.string(), z.unknown()));

/** What `fingerprints.ts` reads; the rest (prices, other pictures) stays out. */
const KEPT = [
  ...["cats", "description", "website", "icon", "headers", "cookies", "meta", "html", "text", "scripts", "scriptSrc"],
  ...["css", "url", "js", "dom", "implies", "excludes", "requires", "requiresCategory"],
];

const [folder, to = "src/sources/page/cms/fingerprints.ndjson"] = process.argv.slice(2);
if (folder === undefined) throw new Error("usage: node scripts/fingerprints.ts <the unpacked package> [<output file>]");
const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), "utf8"));

const { name, version, license, author } = Package.parse(read("package.json"));
const technologies = ["_", ..."abcdefghijklmnopqrstuvwxyz"]
  .flatMap((letter) => Object.entries(Technologies.parse(read(`technologies/${letter}.json`))))
  .map(([name, written]) => ({ name, ...Object.fromEntries(KEPT.map((key) => [key, written[key]])) }));
const lines = [
  { package: name, version, license, copyright: author },
  Categories.parse(read("categories.json")),
  ...technologies,
];
writeFileSync(resolve(to), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
console.log(`${technologies.length} technologies of ${name} ${version}`);
