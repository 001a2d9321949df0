import type { FastifyRequest } from "fastify";
import { costOfSource } from "../admission/by-source.ts";
import type { CostClass } from "../admission/classes.ts";
import type { Catalogue } from "../sources/by-name.ts";
import { SOURCE_ROUTE, sourceAt } from "./not-found.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** What a request of the route costs, where its address does not say so. */
    cost?: CostClass;
  }
}

/** What requests cost, by the route's pattern: the first that fits. */
const BY_ROUTE: readonly (readonly [RegExp, CostClass])[] = [
  [/^\/(?:tasks|parsers|analyses|health|metrics|docs|ui|usage|setup|requests)(?:\/|$)/, "light"],
  [/\/(?:crawl|map)$/, "crawl"],
  [/\/openwebui\/process$/, "document"],
  [/\/(?:research|answer|chat\/completions)(?:\/|$)/, "model"],
  [/^\/(?:searxng\/?|batch)$|\/(?:search|findSimilar)$/, "search"],
];

/** What a request costs; of what nobody says, as much as reading a page. */
export function costOf({ url, routeOptions }: FastifyRequest, catalogue: Catalogue): CostClass {
  const { config, url: route = "" } = routeOptions;
  if (config.cost) return config.cost;
  if (route === SOURCE_ROUTE) {
    const source = sourceAt(url, catalogue);
    return source ? costOfSource(source) : "light";
  }
  return BY_ROUTE.find(([pattern]) => pattern.test(route))?.[1] ?? "extract";
}
