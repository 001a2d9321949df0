import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type SmallWeb, smallWeb } from "./small-web.ts";

const Operation = z.looseObject({
  operationId: z.string(),
  tags: z.array(z.string()),
  parameters: z.array(z.object({ name: z.string(), in: z.string() })).default([]),
  // A 204 has no content.
  responses: z.record(
    z.string(),
    z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })).optional() }),
  ),
});
const Document = z.object({
  servers: z.array(z.object({ url: z.string() })),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

let web: SmallWeb;
let document: z.output<typeof Document>;
beforeAll(async () => {
  web = await smallWeb();
  document = Document.parse(await (await fetch(`${web.url}/openapi.json`)).json());
});
afterAll(() => web.close());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

it("every operation has a name of its own, and the parameters of its path only", () => {
  const names = operations().map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
  for (const { path, operation } of operations()) {
    const inPath = operation.parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
    expect(inPath.toSorted()).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted());
  }
});

it("the core stands first, and every tag is described", () => {
  expect(document.servers).toEqual([expect.objectContaining({ url: "/" })]);
  expect(document.tags[0]?.name).toBe("core");
  const core = operations().filter(({ operation }) => operation.tags.includes("core"));
  expect(core.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "get /search",
    "get /extract",
    "get /crawl",
    "get /crawl/v1",
    "get /map",
    "post /research",
    "post /batch",
    "get /suggestions",
  ]);
  const described = document.tags.map(({ name }) => name);
  for (const { operation } of operations()) expect(described).toEqual(expect.arrayContaining(operation.tags));
});

/** The fields of a value that its schema does not name, as paths. */
function undescribed(value: unknown, schema: unknown, path = ""): readonly string[] {
  const node = Schema.parse(schema);
  if (node.$ref) return undescribed(value, document.components.schemas[node.$ref.split("/").at(-1) ?? ""], path);
  const kinds = node.anyOf ?? node.oneOf;
  if (kinds) {
    const found = kinds.map((kind) => undescribed(value, kind, path));
    return found.find((fields) => fields.length === 0) ?? found[0] ?? [];
  }
  if (Array.isArray(value)) return value.flatMap((entry) => undescribed(entry, node.items ?? {}, `${path}[]`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const known = node.properties?.[name] ?? node.additionalProperties;
    const at = `${path}.${name}`;
    return known === undefined || known === false ? [at] : undescribed(field, known === true ? {} : known, at);
  });
}
const Schema = z.looseObject({
  $ref: z.string().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  additionalProperties: z.unknown().optional(),
});

describe("answers hold nothing that their schema does not name", () => {
  const OTTER = "https://river.example/otter";
  it.each([
    ["get", "/search", `?q=otter&max_tokens=300`, undefined],
    ["get", "/extract", `?q=${OTTER}&include_images=true&max_tokens=100`, undefined],
    ["get", "/crawl", `?q=${OTTER}&limit=2&include_images=true`, undefined],
    ["get", "/map", `?q=${OTTER}`, undefined],
    ["post", "/research", "", { query: "how long can an otter hold its breath?", max_tokens: 300 }],
    [
      "post",
      "/batch",
      "",
      [
        { parser: "search/alpha", query: "otter" },
        { parser: "none", query: "otter" },
      ],
    ],
    ["post", "/search", "", { query: "otter", include_answer: true, include_images: true, include_usage: true }],
    ["post", "/extract", "", { urls: [OTTER, "https://river.example/gone"], include_usage: true, nonsense: 1 }],
    ["post", "/crawl", "", { url: OTTER, limit: 2, include_images: true, include_usage: true }],
    ["post", "/map", "", { url: OTTER, include_usage: true }],
    ["get", "/parsers", "", undefined],
    ["get", "/health", "", undefined],
    ["get", "/", "", undefined],
    ["get", "/extract", "", undefined],
    ["post", "/search", "", {}],
  ] as const)("%s %s%s", async (method, path, query, body) => {
    const response = await fetch(`${web.url}${path}${query}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    const { responses } = Operation.parse(document.paths[path]?.[method]);
    const described = responses[response.status] ?? responses[`${String(response.status)[0]}XX`];
    const answer: unknown = await response.json();
    expect(undescribed(answer, described?.content?.["application/json"]?.schema)).toEqual([]);
  });
});

/** The fields of what an operation answers, by their paths; `components` are those of the document. */
function* fieldsOf(schema: unknown, path: readonly string[] = [], within: readonly string[] = []): Generator<string[]> {
  const { data } = Fields.safeParse(schema);
  if (!data) return;
  const { $ref, properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = data;
  const name = $ref?.split("/").at(-1);
  if (name !== undefined && !within.includes(name))
    yield* fieldsOf(document.components.schemas[name], path, [...within, name]);
  for (const [field, value] of Object.entries(properties)) {
    yield [...path, field];
    yield* fieldsOf(value, [...path, field], within);
  }
  for (const one of [items, additionalProperties, ...anyOf, ...oneOf, ...allOf]) yield* fieldsOf(one, path, within);
}

const Fields = z.looseObject({
  $ref: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  additionalProperties: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
});

it("every answer's own fields are written in snake_case; only the items that sources gave are in camelCase", () => {
  const answered = operations().flatMap(({ path, method, operation }) =>
    Object.values(operation.responses).flatMap(({ content = {} }) =>
      Object.values(content).flatMap(({ schema }) =>
        [...fieldsOf(schema)].map((field) => ({ field, where: `${method} ${path} ${field.join(".")}` })),
      ),
    ),
  );
  expect(answered.length).toBeGreaterThan(100);
  const others = answered.filter(
    ({ field }) => !field.slice(0, -1).includes("items") && !/^[a-z][a-z\d]*(_[a-z\d]+)*$/.test(field.at(-1) ?? ""),
  );
  expect(others.map(({ where }) => where)).toEqual([]);
});
