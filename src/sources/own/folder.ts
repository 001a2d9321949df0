import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { basename, extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parse } from "yaml";
import { z } from "zod";
import { checked, SourceError } from "../../errors.ts";
import { type Category, defineCategory } from "../define.ts";
import { listed } from "../listing.ts";
import type { ListedSource, SourceDefinition } from "../source.ts";
import { SimpleSource, simpleSource } from "./simple.ts";

/** A source of the operator's that cannot be used. */
export interface BrokenSource {
  /** `category/id`, or the file that cannot be read. */
  readonly id: string;
  readonly error: SourceError;
}

/** What stands in `SOURCES_DIR`. */
export interface OwnSources {
  readonly categories: readonly Category<ListedSource>[];
  readonly broken: readonly BrokenSource[];
}

/** Milliseconds for which what own sources answer is fresh. */
const TTL_MS = 300_000;
/** Bytes that `sources.yaml` may have. */
const MAX_YAML = 1024 * 1024;
const require = createRequire(import.meta.url);
const MODULES = new Set([".ts", ".mjs", ".js"]);
const NAME = /^[a-z][a-z0-9_]{0,39}$/;

/** Returns the built-in categories with the sources of a folder: `<category>/<id>.ts` or `.mjs`, and `sources.yaml`. */
export function withOwnSources(builtIn: readonly Category<ListedSource>[], folder: string | undefined): OwnSources {
  if (folder === undefined) return { categories: builtIn, broken: [] };
  const root = resolve(folder);
  const broken: BrokenSource[] = [];
  const found: (readonly [string, SourceDefinition])[] = [];
  const taken = new Set(builtIn.flatMap(({ sources }) => sources.map(({ id }) => id)));
  const tried = (id: string, load: () => readonly [string, SourceDefinition]): void => {
    try {
      const [category, source] = load();
      if (taken.has(source.id)) throw new SourceError("bad-query", `there is a source ${source.id} already.`);
      taken.add(source.id);
      found.push([category, source]);
    } catch (thrown) {
      broken.push({ id, error: asOwn(thrown) });
    }
  };
  try {
    for (const [category, path] of modulesIn(root))
      tried(`${category}/${idOf(path)}`, () => [category, imported(path, root)]);
    for (const [id, read] of entriesOf(join(root, "sources.yaml"))) tried(id, read);
  } catch (thrown) {
    broken.push({ id: root, error: asOwn(thrown) });
  }
  const own = Map.groupBy(found, ([category]) => category);
  const added = [...own].map(([id, sources]) => {
    const title = builtIn.find((one) => one.id === id)?.title ?? id.replaceAll("_", " ");
    return listed(
      defineCategory(
        id,
        title,
        TTL_MS,
        sources.map(([, source]) => source),
      ),
    );
  });
  const merged = builtIn.map((category) => {
    const more = added.find(({ id }) => id === category.id)?.sources ?? [];
    return more.length > 0 ? { ...category, sources: [...category.sources, ...more] } : category;
  });
  return { categories: [...merged, ...added.filter(({ id }) => !builtIn.some((one) => one.id === id))], broken };
}

const asOwn = (thrown: unknown): SourceError =>
  thrown instanceof SourceError
    ? thrown
    : new SourceError("internal", thrown instanceof Error ? thrown.message : String(thrown), { cause: thrown });

function modulesIn(root: string): readonly (readonly [string, string])[] {
  return readdirSync(root)
    .filter((name) => NAME.test(name) && statSync(join(root, name)).isDirectory())
    .toSorted()
    .flatMap((category) =>
      readdirSync(join(root, category))
        .filter((name) => MODULES.has(extname(name)) && !name.endsWith(".d.ts"))
        .toSorted()
        .map((name): readonly [string, string] => [category, join(root, category, name)]),
    );
}

const idOf = (path: string): string => basename(path, extname(path));

/** As far as a module's value shows that `defineSource` made it. */
const Defined = z.custom<SourceDefinition>(
  (value) =>
    typeof value === "object" &&
    value !== null &&
    ["id", "title", "query", "item", "open"].every((name) => name in value),
);

/** The source of a module: its default export, or its only one. */
function imported(path: string, root: string): SourceDefinition {
  resolvingFor(root);
  const module: Readonly<Record<string, unknown>> = require(path);
  const source = Object.values(module).flatMap((value) => Defined.safeParse(value).data ?? [])[0];
  if (!source) throw new SourceError("bad-query", "exports nothing that defineSource made.");
  if (source.id !== idOf(path))
    throw new SourceError("bad-query", `its id is ${source.id}, and its file's name says ${idOf(path)}.`);
  return source;
}

const roots = new Set<string>();

/** Own sources lie outside the package, and find it, zod and rxjs nevertheless. */
function resolvingFor(root: string): void {
  const prefix = `${pathToFileURL(root).href}/`;
  if (roots.has(prefix)) return;
  roots.add(prefix);
  const kit = new URL(`./kit${extname(import.meta.url)}`, import.meta.url).href;
  registerHooks({
    resolve(specifier, context, next) {
      if (!context.parentURL?.startsWith(prefix)) return next(specifier, context);
      if (specifier === "tributary-search/sources") return { url: kit, shortCircuit: true };
      if (/^(?:zod|rxjs)(?:\/|$)/.test(specifier)) return next(specifier, { ...context, parentURL: import.meta.url });
      return next(specifier, context);
    },
  });
}

type Load = () => readonly [string, SourceDefinition];

/** The entries of `sources.yaml`, each read by itself: one that is broken harms no other. */
function entriesOf(path: string): readonly (readonly [string, Load])[] {
  if (!existsSync(path)) return [];
  if (statSync(path).size > MAX_YAML) throw new SourceError("too-large", `${path} has more than ${MAX_YAML} bytes.`);
  const entries = z
    .array(z.unknown(), { error: "must be a list of sources" })
    .safeParse(parse(readFileSync(path, "utf8"), { maxAliasCount: 100 }) ?? []);
  if (!entries.success) throw new SourceError("bad-query", `${path} must be a list of sources.`);
  return entries.data.map((entry, index): readonly [string, Load] => {
    const named = z.object({ category: z.string(), id: z.string() }).safeParse(entry).data;
    const name = named ? `${named.category}/${named.id}` : `sources.yaml[${index}]`;
    return [
      name,
      () => {
        const source = checked(SimpleSource, entry);
        return [source.category, simpleSource(source)];
      },
    ];
  });
}
