import { expect, it } from "vitest";
import { operationOf } from "../../src/http/operation.ts";

const analyses = new Set(["/seo/audit", "/health/drugs"]);

it.each([
  ["/search", false, "rest", "search"],
  ["/search/alpha", true, "rest", "parser"],
  ["/extract", false, "rest", "extract"],
  ["/crawl", false, "rest", "crawl"],
  ["/map", false, "rest", "map"],
  ["/research", false, "rest", "research"],
  ["/research/:id", false, "rest", "research"],
  ["/batch", false, "rest", "batch"],
  ["/tasks/:id/results", false, "rest", "task"],
  ["/seo/audit/llm", false, "rest", "analysis"],
  ["/health/drugs", false, "rest", "analysis"],
  ["/health/ready", false, "rest", "service"],
  ["/", false, "rest", "service"],
  ["/parsers/:id", false, "rest", "service"],
  ["/searxng/search", false, "searxng", "search"],
  ["/searxng/healthz", false, "searxng", "service"],
  ["/exa/findSimilar", false, "exa", "search"],
  ["/exa/contents", false, "exa", "extract"],
  ["/openwebui/load", false, "openwebui", "extract"],
  ["/v1/chat/completions", false, "openai", "research"],
  ["/v1/models", false, "openai", "service"],
  ["/v1/scrape", false, "firecrawl", "extract"],
  ["/r/*", false, "reader", "extract"],
  ["/s/*", false, "reader", "search"],
  ["unknown", false, "rest", "other"],
])("%s is an operation of a face", (route, isSource, face, operation) => {
  expect(operationOf(route, isSource, analyses)).toEqual({ face, operation });
});
