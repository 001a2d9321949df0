import { firstValueFrom } from "rxjs";
import { z } from "zod";
import { checked } from "../../errors.ts";
import { ran } from "../../operations/define.ts";
import { parserOperation } from "../../operations/parser.ts";
import { SPARE_MS } from "../../pipelines/deadlines.ts";
import { operationMsOf } from "../../pipelines/parser.ts";
import type { Source } from "../../sources/source.ts";
import { type App, type AppContext, rawParameters } from "../app-context.ts";
import { isFormat } from "../formats/negotiate.ts";
import { refuseOtherSites } from "../host.ts";
import { withLanguage } from "../language.ts";
import { notFound, SOURCE_ROUTE } from "../not-found.ts";
import type { Responder } from "../responder.ts";
import { unreadParameters } from "../schemas.ts";
import { scopeFor } from "../scope.ts";
import { RESERVED, sourceQuery } from "./source-schemas.ts";

/** `GET /<category>/<id>` for every source. Its code is imported when it is asked. */
export function sourceRoutes(app: App, face: AppContext, replying: Responder): void {
  const queries = new WeakMap<Source, ReturnType<typeof sourceQuery>>();

  function queryOf(source: Source): ReturnType<typeof sourceQuery> {
    const known = queries.get(source) ?? sourceQuery(source);
    queries.set(source, known);
    return known;
  }

  app.get(
    SOURCE_ROUTE,
    { schema: { hide: true, params: z.object({ category: z.string(), id: z.string() }) } },
    async (request, reply) => {
      const { category, id } = request.params;
      const listed = face.catalogue.find(`${category}/${id}`);
      if (!listed) throw notFound(request.url, face.catalogue);
      const source = await firstValueFrom(listed.code);
      if (source.remembers) refuseOtherSites(request, face.config);
      const Query = queryOf(source);
      const given = withLanguage(rawParameters(request), source.query.options);
      const { q, pagecount, no_cache, max_age, timeout } = checked(Query, given);
      const { scope, watched } = scopeFor(face, request, { timeout });
      const order = { parser: `${category}/${id}`, query: q, pagecount, options: picked(given, source.query.options) };
      return replying.events(ran(parserOperation, { ...order, no_cache, max_age }, scope), request, reply, {
        layout: { ...parserOperation.rows, entry: [source.item], live: true },
        watch: watched,
        warnings: unreadParameters(given, Query),
        deadlineMs: (scope.timeoutMs ?? operationMsOf(source)) + SPARE_MS,
      });
    },
  );
}

/**
 * The parameters that a schema names, as they were written: who reads them checks them once more. The answer's own are
 * not among them, but for a `format` that is none of an answer.
 */
export const picked = (
  given: Readonly<Record<string, unknown>>,
  { shape }: z.ZodObject,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) =>
        Object.hasOwn(shape, name) && (!RESERVED.includes(name) || (name === "format" && !isFormat(value))),
    ),
  );
