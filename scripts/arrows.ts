import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { init, parse } from "es-module-lexer";

/*
 * Holds the arrows of the architecture: which room may import which. A type-only import counts as an arrow too, but for
 * `operators` and `extraction`, which may name the types of others and nothing else.
 */
const SRC = resolve(import.meta.dirname, "../src");

/** The rooms, each with the rooms whose values it may import (itself is understood). */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  events: ["errors"],
  config: [],
  upstream: ["errors", "config"],
  sources: ["upstream", "extraction", "errors", "config"],
  operators: [],
  extraction: [],
  replay: ["errors"],
  pipelines: ["operators", "extraction", "sources", "upstream", "errors", "events", "config"],
  aggregate: ["operators", "extraction", "sources", "upstream", "errors", "events", "config"],
  http: ["pipelines", "aggregate", "operators", "sources", "upstream", "errors", "events", "config", "web"],
  mcp: ["pipelines", "aggregate", "operators", "sources", "upstream", "errors", "events", "config"],
  web: [],
  runtime: ["sources", "upstream", "config", "errors"],
  cli: [
    "runtime",
    "http",
    "mcp",
    "pipelines",
    "aggregate",
    "operators",
    "sources",
    "upstream",
    "replay",
    "errors",
    "events",
    "config",
  ],
  main: ["cli"],
  index: ["runtime", "http", "pipelines", "sources", "config", "errors"],
};

/** Rooms that may name anybody's types, for they import nothing else. */
const TYPES_ONLY = new Set(["operators", "extraction"]);

/** Packages that only one room may import. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  undici: ["upstream"],
  "node:http": ["upstream", "replay", "http", "mcp"],
  "node:https": ["upstream"],
  "node:net": ["upstream", "replay"],
  "node:tls": ["upstream"],
  "node:dns": ["upstream"],
  "node:dgram": ["upstream"],
  fastify: ["http", "mcp"],
};

const roomOf = (file: string): string => (relative(SRC, file).split("/")[0] ?? "").replace(/\.ts$/, "");

const packageOf = (name: string): string => (name.startsWith("node:") ? (name.split("/")[0] ?? name) : name);

await init;
const wrong: string[] = [];
for (const path of readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"))) {
  const file = join(SRC, path);
  const room = roomOf(file);
  const allowed = ARROWS[room];
  if (!allowed) wrong.push(`${path}: no room of that name is known (${room})`);
  for (const found of parse(readFileSync(file, "utf8"))[0]) {
    const { specifier: name } = found;
    const typeOnly = found.type !== "dynamic" && found.typeOnly;
    if (!name) continue;
    if (!name.startsWith(".")) {
      const doors = DOORS[packageOf(name)];
      if (doors && !typeOnly && !doors.includes(room))
        wrong.push(`${path}: only ${doors.join(", ")} may import ${name}`);
      continue;
    }
    const target = roomOf(resolve(dirname(file), name));
    if (target === room || allowed?.includes(target) || (typeOnly && (TYPES_ONLY.has(room) || target === "events")))
      continue;
    wrong.push(`${path}: ${room} must not import ${target} (${name})`);
  }
}
for (const line of wrong) console.error(line);
console.log(wrong.length === 0 ? "arrows: held" : `arrows: ${wrong.length} broken`);
process.exit(wrong.length === 0 ? 0 : 1);
