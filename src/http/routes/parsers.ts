import { z } from "zod";
import { pathName, unknownSource } from "../../sources/by-name.ts";
import type { ListedSource } from "../../sources/source.ts";
import type { App, AppContext } from "../app-context.ts";
import { columnsUnder } from "../formats/columns.ts";
import type { Responder } from "../responder.ts";
import { answers, Format } from "../schemas.ts";

const ParserBody = z.object({
  id: z.string(),
  category: z.string(),
  title: z.string(),
  path: z.string(),
  docs: z.url(),
  terms: z.string().optional(),
  key: z
    .object({ env: z.array(z.string()), required: z.boolean(), from: z.string().optional() })
    .optional()
    .describe("the environment variables that hold its key; absent where it needs none"),
  query: z.object({ describe: z.string(), example: z.string() }),
  fields: z.array(z.string()).describe("the fields of its items, those of nested objects as dotted names"),
});

const DetailBody = ParserBody.extend({
  success: z.literal(true),
  options: z.record(z.string(), z.unknown()).describe("JSON Schema of its further parameters"),
  item: z.record(z.string(), z.unknown()).describe("JSON Schema of its items"),
});

const ListBody = z.object({ success: z.literal(true), items: z.array(ParserBody) });

/** `GET /parsers` and `GET /parsers/:id`: what can be asked, and how. */
export function parserRoutes(app: App, { catalogue }: AppContext, replying: Responder): void {
  const tags = ["parsers"];
  app.get(
    "/parsers",
    {
      schema: {
        tags,
        operationId: "parsers",
        summary: "Every parser",
        querystring: Format,
        response: answers(ListBody, { streams: false }),
      },
    },
    replying.fixed(() => ({ success: true, items: catalogue.sources.map(rowOf) }), {
      list: "items",
      entry: [ParserBody],
    }),
  );
  const schema = {
    tags,
    summary: "One parser, with the JSON Schemas of its parameters and items",
    querystring: Format,
    response: answers(DetailBody, { streams: false }),
  };
  const detail = (name: string, category?: string) => {
    const source = catalogue.find(name);
    if (!source) throw unknownSource(name, catalogue.near(name, category));
    return { success: true, ...rowOf(source), ...schemasOf(source) };
  };
  app.get(
    "/parsers/:id",
    { schema: { ...schema, operationId: "parser", params: z.object({ id: z.string() }) } },
    (request, reply) => replying.value(detail(request.params.id), request, reply),
  );
  app.get(
    "/parsers/:category/:id",
    {
      schema: {
        ...schema,
        operationId: "parser_of_category",
        params: z.object({ category: z.string(), id: z.string() }),
      },
    },
    (request, reply) => {
      const { category, id } = request.params;
      return replying.value(detail(`${category}/${id}`, category), request, reply);
    },
  );
}

function rowOf(source: ListedSource): z.output<typeof ParserBody> {
  const { id, category, title, docs, terms, key, query, item } = source;
  return {
    id,
    category,
    title,
    path: `/${pathName(source)}`,
    docs,
    ...(terms !== undefined && { terms }),
    ...(key && {
      key: { env: [...key.env], required: key.required, ...(key.from !== undefined && { from: key.from }) },
    }),
    query: { describe: query.describe, example: query.example },
    fields: columnsUnder(item).map(({ name }) => name),
  };
}

const schemasOf = ({ query, item }: ListedSource) => ({ options: query.options, item });
