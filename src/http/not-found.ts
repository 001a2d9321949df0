import type { FastifyReply, FastifyRequest } from "fastify";
import { SourceError } from "../errors.ts";
import { type Catalogue, unknownSource } from "../sources/by-name.ts";
import type { ListedSource } from "../sources/source.ts";
import type { App } from "./app-context.ts";
import { refuse } from "./failure.ts";

/** Every source's route: who has the path is asked of the catalogue. */
export const SOURCE_ROUTE = "/:category/:id";

/** Answers what no route answers: 405 where the path has other methods, 404 that names what may have been meant. */
export function answerUnrouted(app: App, catalogue: Catalogue): void {
  const methods = new Map<string, Set<string>>();
  app.addHook("onRoute", ({ url, method }) => {
    const known = methods.get(url) ?? new Set();
    methods.set(url, known);
    for (const name of [method].flat()) known.add(name.toUpperCase());
  });
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request.url);
    const allowed = methodsOf(methods, sourceAt(request.url, catalogue) ? SOURCE_ROUTE : path);
    if (allowed.size > 0) {
      const allow = [...allowed].toSorted().join(", ");
      reply.header("allow", allow);
      return refuse(request, reply, new SourceError("method-not-allowed", `${path} takes ${allow} only.`));
    }
    return refuse(request, reply, notFound(request.url, catalogue));
  });
}

/** A slash at a path's end says nothing. */
export const withoutTrailingSlash = (url: string): string => url.replace(/^([^?]*[^?/])\/(?=\?|$)/, "$1");

/** Nothing is at the path of a URL: neither a route nor a source. */
export function notFound(url: string, catalogue: Catalogue): SourceError {
  const path = pathOf(url);
  const [category, id, ...more] = path.split("/").slice(1);
  const near = id && more.length === 0 ? catalogue.near(`${category}/${id}`, category) : [];
  const inCategory = catalogue.categories.some((known) => known.id === category);
  if (id && (inCategory || near.length > 0)) return unknownSource(`${category}/${id}`, near);
  return new SourceError("not-found", `There is nothing at ${path.slice(0, 200)}. See /docs for what there is.`);
}

function pathOf(url: string): string {
  const path = url.split("?", 1)[0] ?? "/";
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The methods of every route whose pattern fits the path. */
function methodsOf(routes: ReadonlyMap<string, ReadonlySet<string>>, path: string): ReadonlySet<string> {
  const exact = routes.get(path);
  if (exact) return exact;
  const segments = path.split("/");
  const fits = (pattern: string): boolean => {
    const wanted = pattern.split("/");
    return (
      pattern !== SOURCE_ROUTE &&
      pattern.includes(":") &&
      wanted.length === segments.length &&
      wanted.every((part, index) => part.startsWith(":") || part === segments[index])
    );
  };
  return new Set([...routes].flatMap(([pattern, methods]) => (fits(pattern) ? [...methods] : [])));
}

/** The source whose route a URL is. */
export function sourceAt(url: string, catalogue: Catalogue): ListedSource | undefined {
  const path = pathOf(url);
  return path.split("/").length === 3 ? catalogue.find(path.slice(1)) : undefined;
}
