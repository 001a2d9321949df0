import { defer, map, switchMap, take } from "rxjs";
import { audited, lighthouseWanted } from "../../../reading/auditor.ts";
import { changed } from "../../kit/responses/answer.ts";
import { firstIssue } from "../../kit/responses/lenient-parse.ts";
import type { ReadContext } from "../../source.ts";
import { measured, Run } from "./result.ts";

export interface Input {
  readonly url: string;
  readonly strategy: "mobile" | "desktop";
  readonly language?: string | undefined;
}

/** What a proxy that refuses a request makes of it for Lighthouse. */
const NOT_THERE = /^(FAILED|ERRORED)_DOCUMENT_REQUEST$|^DNS_FAILURE$/;

const HERE = "PageSpeed Insights did not answer: Lighthouse measured here, without measures of real users.";

/** As this machine measures, by Lighthouse in its own Chromium: no users' measures, and the network is this machine's. */
export function byOurselves(input: Input, context: ReadContext) {
  const { url, strategy, language } = input;
  const item$ = defer(() => {
    lighthouseWanted();
    return context.upstream.lend(url);
  }).pipe(
    switchMap(({ devtools, target, failureAt }) =>
      audited({ url, strategy, language, devtools, target }).pipe(
        map((answer) => {
          const run = Run.safeParse(answer);
          if (!run.success) throw changed("Lighthouse", firstIssue(run.error));
          const refused = NOT_THERE.test(run.data.runtimeError?.code ?? "") ? failureAt(url) : undefined;
          if (refused) throw refused;
          const found = measured(run.data, url, strategy);
          return { ...found, measuredBy: "local" as const, fieldData: false, warnings: [HERE, ...found.warnings] };
        }),
      ),
    ),
    take(1),
  );
  return context.cached(`local ${strategy} ${language ?? ""} ${url}`, item$, { anySite: true });
}
