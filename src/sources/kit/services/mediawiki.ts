import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { quotedSaying } from "../responses/said.ts";

/** What every wiki of the Wikimedia Foundation asks for: https://www.mediawiki.org/wiki/API:Etiquette */
export const WIKIMEDIA = { concurrency: 2, minIntervalMs: 100 } as const;

const Failed = z.object({ error: z.object({ code: z.string(), info: z.string().nullish() }) });

/**
 * The error that the MediaWiki Action API puts into an answer of status 200, as a `refused`:
 * https://www.mediawiki.org/wiki/API:Errors_and_warnings
 */
export function wikiRefusal(body: unknown): SourceError | undefined {
  const failed = Failed.safeParse(body);
  if (!failed.success) return undefined;
  const { code, info } = failed.data.error;
  return new SourceError(
    kindOf(code),
    `The wiki refuses the query (${code}): ${quotedSaying(info ?? "no reason given")}`,
  );
}

function kindOf(code: string): "rate-limited" | "unreachable" | "bad-query" {
  if (code === "ratelimited" || code === "maxlag") return "rate-limited";
  return /^(readonly|internal_api_error|search-backend-error|cirrussearch-.*unavailable)/.test(code)
    ? "unreachable"
    : "bad-query";
}

/** The address of a wiki's page by its title: spaces as `_`, the slashes and colons of subpages and namespaces kept. */
export const wikiPage = (host: string, title: string): string =>
  `https://${host}/wiki/${encodeURIComponent(title.replaceAll(" ", "_")).replaceAll("%2F", "/").replaceAll("%3A", ":")}`;
