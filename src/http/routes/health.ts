import { firstValueFrom } from "rxjs";
import { z } from "zod";
import { createReadiness, unready } from "../../readiness.ts";
import type { Tasks } from "../../tasks/tasks.ts";
import type { App, AppContext } from "../app-context.ts";
import { refuse } from "../failure.ts";
import { failures } from "../schemas.ts";

const LiveBody = z.object({ success: z.literal(true), status: z.literal("live") });

const ReadyBody = z.object({
  success: z.literal(true),
  status: z.literal("ready"),
  checks: z
    .array(z.object({ name: z.enum(["store", "redis", "gateway", "tasks"]), status: z.literal("ok") }))
    .describe("what the service needs: DATA_DIR, and Redis, the gateway and the Redis of tasks where they are set"),
});

const json = <Schema extends z.ZodType>(description: string, schema: Schema) => ({
  description,
  content: { "application/json": { schema } },
});

/** `GET /health/live` and `GET /health/ready`, for orchestrators: whether to restart the process, and whether to send it requests. */
export function probeRoutes(
  app: App,
  { config, env }: Pick<AppContext, "config" | "env">,
  { dependency }: Pick<Tasks, "dependency">,
): void {
  const schema = { tags: ["service"], security: [] };
  const dependencies = [...env.upstream.dependencies, ...(dependency ? [dependency] : [])];
  const ready$ = createReadiness(config.DATA_DIR, dependencies, ({ name, failure }) => {
    if (failure === undefined) app.log.info({ check: name }, "ready again");
    else app.log.error({ check: name, err: failure }, "not ready");
  });
  app.get(
    "/health/live",
    {
      schema: {
        ...schema,
        operationId: "live",
        summary: "The process lives",
        description: "Asks nothing else: one that does not answer is to be started anew.",
        response: { 200: json("It lives", LiveBody), "4xx": failures },
      },
    },
    async (_request, reply) => {
      reply.header("cache-control", "no-store");
      return { success: true as const, status: "live" as const };
    },
  );
  app.get(
    "/health/ready",
    {
      schema: {
        ...schema,
        operationId: "ready",
        summary: "The service can serve",
        description:
          "503 with the code not-ready while something that it needs is missing: DATA_DIR, and Redis, the gateway and the Redis of tasks where they are set.",
        response: { 200: json("It can", ReadyBody), "4xx": failures, "5xx": failures },
      },
    },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const checks = await firstValueFrom(ready$);
      const refusal = unready(checks);
      if (refusal) return refuse(request, reply, refusal);
      return reply.send({
        success: true,
        status: "ready",
        checks: checks.map(({ name }) => ({ name, status: "ok" as const })),
      });
    },
  );
}
