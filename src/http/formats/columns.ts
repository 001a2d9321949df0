import { z } from "zod";

/** A place in an item that one cell shows. */
export interface Column {
  /** The path's names joined with dots. */
  readonly name: string;
  readonly path: readonly string[];
}

type Node = z.core.JSONSchema._JSONSchema;
const MAX_DEPTH = 6;
const known = new WeakMap<z.ZodObject, readonly Column[]>();

/** The columns of items of a schema, in the schema's order: a nested object gives one for each of its fields. */
export function columnsOf(schema: z.ZodObject): readonly Column[] {
  const before = known.get(schema);
  if (before) return before;
  const columns = columnsUnder(
    z.toJSONSchema(schema, { io: "output", unrepresentable: "any", cycles: "ref", reused: "inline" }),
  );
  known.set(schema, columns);
  return columns;
}

/** The same of a JSON Schema. */
export const columnsUnder = (schema: Node): readonly Column[] => distinct(under(schema, []));

/** The columns that some objects have between them, in order of appearance. */
export const columnsIn = (rows: readonly unknown[]): readonly Column[] =>
  distinct(rows.flatMap((row) => (isObject(row) ? below(row, []) : [column(["value"])])));

/** Each name once, where it stood first. */
export function distinct(columns: readonly Column[]): readonly Column[] {
  const first = new Map<string, Column>();
  for (const entry of columns) if (!first.has(entry.name)) first.set(entry.name, entry);
  return [...first.values()];
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const column = (path: readonly string[]): Column => ({ name: path.join("."), path });

function under(node: Node | undefined, path: readonly string[]): readonly Column[] {
  if (typeof node !== "object" || path.length > MAX_DEPTH) return [column(path)];
  const choices = (node.anyOf ?? node.oneOf)?.filter((choice) => typeof choice !== "object" || choice.type !== "null");
  if (choices) {
    const objects = choices.every((choice) => typeof choice === "object" && choice.properties);
    return objects ? choices.flatMap((choice) => under(choice, path)) : [column(path)];
  }
  if (!node.properties) return [column(path)];
  return Object.entries(node.properties).flatMap(([name, field]) => under(field, [...path, name]));
}

const below = (value: Readonly<Record<string, unknown>>, path: readonly string[]): readonly Column[] =>
  Object.entries(value).flatMap(([name, field]) => {
    const here = [...path, name];
    return isObject(field) && here.length < MAX_DEPTH && Object.keys(field).length > 0
      ? below(field, here)
      : [column(here)];
  });
