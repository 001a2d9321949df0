import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { init, parse } from "es-module-lexer";
import { ROOMS } from "./rooms.ts";

/*
 * Checks the imports: which room may import which (`rooms.ts`); no category of sources imports another, and only the catalogue
 * imports a category; no file imports itself through others. A type-only import counts too, except in `operators` and
 * `extraction`, which may name the types of all rooms.
 */
const SRC = resolve(import.meta.dirname, "../src");

/** All sources at once: for the tests and the docs. */
const REGISTRY = join(SRC, "sources/registry.ts");

/** Rooms that may name anybody's types, for they import next to nothing else. */
const TYPES_ONLY = new Set(["operators", "extraction"]);

/** Packages that only one room may import. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  undici: ["upstream"],
  "node:http": ["upstream", "replay", "http", "mcp", "pipelining"],
  "node:https": ["upstream"],
  "node:net": ["upstream", "replay", "pipelining", "accepting"],
  "node:tls": ["upstream"],
  "node:dns": ["upstream"],
  "node:dgram": ["upstream"],
  fastify: ["http", "mcp"],
};

const roomOf = (file: string): string => (relative(SRC, file).split("/")[0] ?? "").replace(/\.ts$/, "");

/** The category of a source's file; undefined for other files, those of the kit among them. */
function categoryOf(file: string): string | undefined {
  const [room, category, inside] = relative(SRC, file).split("/");
  return room === "sources" && inside && category !== "kit" ? category : undefined;
}

const packageOf = (name: string): string => (name.startsWith("node:") ? (name.split("/")[0] ?? name) : name);

interface Import {
  readonly name: string;
  readonly typeOnly: boolean;
}

await init;
const files: ReadonlyMap<string, readonly Import[]> = new Map(
  readdirSync(SRC, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => {
      const file = join(SRC, name);
      const imports = parse(readFileSync(file, "utf8"))[0].flatMap((found): Import[] =>
        found.specifier ? [{ name: found.specifier, typeOnly: found.type !== "dynamic" && found.typeOnly }] : [],
      );
      return [file, imports];
    }),
);

const wrong = [...files].flatMap(([file, imports]) => {
  const known = ROOMS[roomOf(file)] ? [] : [`no room of that name is known (${roomOf(file)})`];
  const broken = imports.flatMap(
    (found) => (found.name.startsWith(".") ? arrow(file, found) : door(file, found)) ?? [],
  );
  return [...known, ...broken].map((what) => `${relative(SRC, file)}: ${what}`);
});

function door(file: string, { name, typeOnly }: Import): string | undefined {
  const doors = DOORS[packageOf(name)];
  return doors && !typeOnly && !doors.includes(roomOf(file))
    ? `only ${doors.join(", ")} may import ${name}`
    : undefined;
}

function arrow(file: string, { name, typeOnly }: Import): string | undefined {
  const target = resolve(dirname(file), name);
  const [from, to] = [roomOf(file), roomOf(target)];
  if (!typeOnly && from !== "sources" && (categoryOf(target) || target === REGISTRY))
    return `a source's code is imported by the catalogue when it is asked, not by ${from} (${name})`;
  if (from !== to) {
    if (ROOMS[from]?.imports.includes(to) || (typeOnly && (TYPES_ONLY.has(from) || to === "events"))) return undefined;
    return `${from} must not import ${to} (${name})`;
  }
  const [own, other] = [categoryOf(file), categoryOf(target)];
  if (other && own && own !== other) return `the category ${own} must not import ${other} (${name}): the kit is shared`;
  return other && relative(SRC, file).startsWith("sources/kit/")
    ? `the kit must not import ${other} (${name})`
    : undefined;
}

/** Every circle of imports once, as the files on it; types count too. */
function circles(): string[][] {
  const found: string[][] = [];
  const path: string[] = [];
  const done = new Set<string>();
  const visit = (file: string): void => {
    const at = path.indexOf(file);
    if (at >= 0) found.push(path.slice(at));
    if (at >= 0 || done.has(file)) return;
    path.push(file);
    for (const { name } of files.get(file) ?? []) if (name.startsWith(".")) visit(resolve(dirname(file), name));
    path.pop();
    done.add(file);
  };
  for (const file of files.keys()) visit(file);
  return found;
}

for (const circle of circles()) wrong.push(`a circle: ${circle.map((file) => relative(SRC, file)).join(" → ")}`);

for (const line of wrong) console.error(line);
console.log(wrong.length === 0 ? "arrows: held" : `arrows: ${wrong.length} broken`);
process.exit(wrong.length === 0 ? 0 : 1);
