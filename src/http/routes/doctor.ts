import { z } from "zod";
import { sourcesNamed } from "../../operations/names.ts";
import { doctor, doctorMs } from "../../pipelines/doctor.ts";
import type { App, AppContext } from "../app-context.ts";
import { requestContext } from "../request-context.ts";
import type { Responder } from "../responder.ts";
import { answers, Format } from "../schemas.ts";

const DiagnosisBody = z.object({
  id: z.string(),
  category: z.string(),
  status: z.string().describe("ok, empty, or the code of the failure; missing-key: its key is not set"),
  items: z.int().describe("5 at most: more prove nothing"),
  time_ms: z.int(),
  error: z.string().optional(),
});

const AnswerBody = z.object({
  success: z.literal(true),
  items: z.array(DiagnosisBody),
  counts: z.record(z.string(), z.int()).describe("how many came to what"),
  time_ms: z.int(),
});

const MOST_NAMES = 500;

const Body = z
  .object({
    sources: z
      .array(z.string().max(100))
      .max(MOST_NAMES)
      .optional()
      .describe("id or category/id of those to ask, or a category; default: all"),
  })
  .nullish();

/** `POST /doctor`: every source is asked its own example, as `tributary doctor` does. */
export function doctorRoute(app: App, face: AppContext, replying: Responder): void {
  const { catalogue } = face;
  app.post(
    "/doctor",
    {
      config: { cost: "crawl" },
      schema: {
        operationId: "doctor",
        tags: ["service"],
        summary: "Ask sources for their own example",
        description:
          "Live, one page each, past the cache, eight at once. As events: a section `asked` with their number, then a `source` as each is done.",
        querystring: Format,
        body: Body,
        response: answers(AnswerBody),
      },
    },
    (request, reply) => {
      const sources = sourcesNamed(catalogue, request.body?.sources);
      const watched = requestContext(face, request);
      return replying.events(doctor(sources, { ...face.env, upstream: watched.upstream }), request, reply, {
        layout: { list: "items", entry: [DiagnosisBody] },
        deadlineMs: doctorMs(sources.length),
      });
    },
  );
}
