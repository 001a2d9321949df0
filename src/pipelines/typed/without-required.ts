import type { JsonSchema } from "./json-schema.ts";

const MAX_DEPTH = 20;
/** Keywords whose members are schemas under names of their own. */
const NAMED = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]);
/** Keywords whose value is a schema, or a list of them. */
const SCHEMAS = new Set([
  "items",
  "prefixItems",
  "additionalProperties",
  "contains",
  "allOf",
  "anyOf",
  "oneOf",
  "then",
  "else",
]);
const DEMANDS = new Set(["required", "minItems", "minProperties", "dependentRequired"]);

/** A schema that asks for no field: what is said of it may be a part. */
export const withoutRequired = (schema: JsonSchema): JsonSchema => relaxed(schema, MAX_DEPTH);

function relaxed(schema: JsonSchema, depth: number): JsonSchema {
  if (depth === 0) return schema;
  const below = (value: unknown): unknown => (isObject(value) ? relaxed(value, depth - 1) : value);
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name]) => !DEMANDS.has(name))
      .map(([name, value]) => {
        if (NAMED.has(name) && isObject(value))
          return [name, Object.fromEntries(Object.entries(value).map(([key, one]) => [key, below(one)]))];
        if (!SCHEMAS.has(name)) return [name, value];
        return [name, Array.isArray(value) ? value.map(below) : below(value)];
      }),
  );
}

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
