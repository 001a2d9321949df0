import { z } from "zod";
import { analysisFacts } from "../../aggregate/analysis-facts.ts";
import type { App } from "../app-context.ts";
import type { Responder } from "../responder.ts";
import { answers, Format } from "../schemas.ts";

const FactsBody = z.object({
  path: z.string(),
  title: z.string(),
  describe: z.string(),
  q: z.object({ describe: z.string(), example: z.string() }),
  parameters: z.record(z.string(), z.unknown()).describe("JSON Schema of each further parameter"),
  sources: z.array(z.string()).describe("ids of the sources that it asks"),
  prompt: z.boolean().describe("whether it is there as a prompt, at its path and /llm"),
});

const ListBody = z.object({ success: z.literal(true), items: z.array(FactsBody) });

/** `GET /analyses`: what analyses there are, and how each is asked. */
export function analysisListRoute(app: App, replying: Responder): void {
  app.get(
    "/analyses",
    {
      schema: {
        tags: ["analyses"],
        operationId: "analyses",
        summary: "Every analysis, with its parameters",
        querystring: Format,
        response: answers(ListBody, { streams: false }),
      },
    },
    replying.fixed(() => ({ success: true, items: analysisFacts }), { list: "items", entry: [FactsBody] }),
  );
}
