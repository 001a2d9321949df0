import { z } from "zod";
import { words } from "../pipelines/parameters.ts";
import { suggestions } from "../pipelines/suggestions.ts";
import { pathName } from "../sources/by-name.ts";
import { readySources } from "../sources/ready.ts";
import { defineOperation } from "./define.ts";
import { sourcesOf } from "./names.ts";

/** Who types waits for no slow source. */
export const TYPING_MS = 1_500;

/** How a query might go on. */
export const suggestOperation = defineOperation({
  name: "suggestions",
  title: "Suggestions of all engines, merged",
  description: "What people may go on to type, asked of every source of suggestions that is ready.",
  subject: "q",
  input: z.object({ q: words("what was typed so far", "rxjs back"), limit: z.int() }),
  output: z.object({ suggestions: z.array(z.string()) }),
  limits: { ms: TYPING_MS, leaves: true },
  run: ({ q, limit }, { env, catalogue, timeoutMs = TYPING_MS, onSource, onFailure }) =>
    suggestions(
      { q, limit, sources: readySources(sourcesOf(catalogue, "suggest"), env).map(pathName) },
      {
        find: catalogue.find,
        env,
        deadlineMs: timeoutMs,
        timeoutMs,
        onSource,
        ...(onFailure && { onFailure }),
      },
    ),
  rows: { list: "suggestions" },
});
