import { json } from "./api.ts";
import { type Fields, fields, list, text, texts } from "./shape.ts";

export interface Parameter {
  readonly name: string;
  /** `query`, `path` or `header`. */
  readonly where: string;
  readonly required: boolean;
  readonly about: string;
  readonly schema: Fields;
}

interface Answer {
  readonly status: string;
  readonly about: string;
  /** A schema by its media type. */
  readonly content: readonly (readonly [string, Fields])[];
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly title: string;
  readonly about: string;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly type: string; readonly schema: Fields } | undefined;
  readonly answers: readonly Answer[];
}

export interface Description {
  readonly version: string;
  readonly about: string;
  readonly tags: readonly { readonly name: string; readonly about: string }[];
  readonly operations: readonly Operation[];
  /** A schema that another one refers to, or the schema itself. */
  resolved(schema: Fields): Fields;
}

let kept: Promise<Description> | undefined;

/** What `/openapi.json` says, asked once. */
export function description(): Promise<Description> {
  kept ??= json("/openapi.json").then(read);
  kept.catch(() => {
    kept = undefined;
  });
  return kept;
}

function read(document: Fields): Description {
  const info = fields(document["info"]);
  const schemas = fields(fields(document["components"])["schemas"]);
  const operations = Object.entries(fields(document["paths"])).flatMap(([path, methods]) =>
    Object.entries(fields(methods)).map(([method, said]) => operationOf(method, path, fields(said))),
  );
  return {
    version: text(info["version"]),
    about: text(info["description"]),
    tags: list(document["tags"]).map((tag) => ({
      name: text(fields(tag)["name"]),
      about: text(fields(tag)["description"]),
    })),
    operations,
    resolved: (schema) => {
      const name = text(schema["$ref"]).split("/").at(-1);
      return name ? fields(schemas[name]) : schema;
    },
  };
}

function operationOf(method: string, path: string, said: Fields): Operation {
  const bodies = Object.entries(fields(fields(said["requestBody"])["content"]));
  const [type = "", content] = bodies.find(([name]) => name === "application/json") ?? bodies[0] ?? [];
  return {
    id: text(said["operationId"]) || `${method}${path.replace(/[^a-z0-9]+/gi, "_")}`,
    method: method.toUpperCase(),
    path,
    tag: texts(said["tags"])[0] ?? "",
    title: text(said["summary"]) || path,
    about: text(said["description"]),
    parameters: list(said["parameters"]).map(fields).map(parameterOf),
    body: type === "" ? undefined : { type, schema: fields(fields(content)["schema"]) },
    answers: Object.entries(fields(said["responses"])).map(([status, response]) => ({
      status,
      about: text(fields(response)["description"]),
      content: Object.entries(fields(fields(response)["content"])).map(
        ([name, one]) => [name, fields(fields(one)["schema"])] as const,
      ),
    })),
  };
}

function parameterOf(said: Fields): Parameter {
  const { example } = said;
  const about = text(said["description"]);
  return {
    name: text(said["name"]),
    where: text(said["in"]),
    required: said["required"] === true,
    about,
    schema: {
      ...fields(said["schema"]),
      ...(about && { description: about }),
      ...(example !== undefined && { examples: [example] }),
    },
  };
}

/** A value as a schema describes it: its example, its default, its first choice; of an object what must be there or has an example. */
export function sampleOf(given: Fields, resolved: Description["resolved"], depth = 0): unknown {
  const schema = resolved(given);
  const [example] = list(schema["examples"]);
  const [choice] = list(schema["enum"]);
  const [branch] = [...list(schema["anyOf"]), ...list(schema["oneOf"])];
  const known = [schema["example"], example, schema["const"], schema["default"], choice].find(
    (value) => value !== undefined,
  );
  if (known !== undefined) return known;
  if (branch !== undefined) return sampleOf(fields(branch), resolved, depth);
  const type = text(schema["type"]);
  if (type === "object" && depth < MOST_DEPTH) {
    const must = texts(schema["required"]);
    const shown = Object.entries(fields(schema["properties"])).filter(
      ([name, one]) => must.includes(name) || list(fields(one)["examples"]).length > 0,
    );
    return Object.fromEntries(shown.map(([name, one]) => [name, sampleOf(fields(one), resolved, depth + 1)]));
  }
  if (type === "array") return depth < MOST_DEPTH ? [sampleOf(fields(schema["items"]), resolved, depth + 1)] : [];
  return { object: {}, integer: 1, number: 1, boolean: true }[type] ?? "…";
}

const MOST_DEPTH = 4;

/** A schema's type with its bounds, in a few words: `integer 1–50`, `array of string (uri)`. */
export function typeOf(schema: Fields, resolved: Description["resolved"]): string {
  const { minimum, maximum, minLength, maxLength } = schema;
  const type = texts(schema["type"]).join(" | ") || text(schema["type"]);
  const choices = [...list(schema["anyOf"]), ...list(schema["oneOf"])];
  if (type === "" && choices.length > 0)
    return [...new Set(choices.map((one) => typeOf(resolved(fields(one)), resolved)))].join(" | ");
  if (type === "array") return `array of ${typeOf(resolved(fields(schema["items"])), resolved) || "any"}`;
  const safe = (value: unknown): number | undefined =>
    typeof value === "number" && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined;
  const [least, most] = [safe(minimum) ?? safe(minLength), safe(maximum) ?? safe(maxLength)];
  const bounds = least === undefined && most === undefined ? "" : ` ${least ?? ""}–${most ?? ""}`;
  const format = text(schema["format"]);
  return `${type || "any"}${format && ` (${format})`}${bounds}`;
}
