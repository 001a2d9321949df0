import { firstValueFrom } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import type { Tasks } from "../../tasks/tasks.ts";
import { VERSION } from "../../version.ts";
import type { App, AppContext } from "../app-context.ts";
import { publicAddress } from "../host.ts";
import type { Responder } from "../responder.ts";
import { answers, Format } from "../schemas.ts";
import { defaultEngines } from "../setup/engines.ts";
import { keyVariables } from "../setup/keys.ts";
import { reached } from "../setup/reach.ts";
import { settingsOf } from "../setup/settings.ts";
import { ENGINES } from "./source-schemas.ts";

const KeyBody = z.object({
  name: z.string().describe("the environment variable"),
  state: z
    .enum(["set", "missing", "refused"])
    .describe("refused: set, and the upstream did not take it when last asked"),
  required: z.boolean().describe("a source gives nothing without it"),
  sources: z.array(z.string()),
  from: z.string().optional().describe("where one gets it"),
  error: z.string().optional(),
});

const AnswerBody = z.object({
  success: z.literal(true),
  address: z.string().describe("of this service, as whoever asks reaches it"),
  mcp: z.string().optional().describe("where the tools are served"),
  versions: z.object({ tributary: z.string(), node: z.string(), platform: z.string() }),
  reach: z
    .array(z.object({ name: z.string(), state: z.enum(["reached", "unreached", "unset"]), said: z.string() }))
    .describe("proxy, gateway, browser, language model, Redis, DATA_DIR"),
  keys: z.array(KeyBody).describe("the key variables of sources; never a key"),
  engines: z
    .array(z.object({ id: z.string(), title: z.string(), asked: z.boolean(), why: z.string() }))
    .describe("whom a search asks that names none, and why"),
  settings: z
    .array(z.object({ name: z.string(), value: z.string(), is_default: z.boolean(), about: z.string() }))
    .describe("the configuration in effect, without secrets"),
});

/** `GET /setup`: what the service is set up with, and whether what it uses is there. */
export function setupRoute(app: App, face: AppContext, tasks: Tasks, replying: Responder): void {
  const { catalogue, config, env } = face;
  app.get(
    "/setup",
    {
      schema: {
        tags: ["service"],
        operationId: "setup",
        summary: "What the service is set up with: keys, engines, what it reaches, the configuration",
        description: "Secrets are never told. Where keys are asked for, only one of API_KEYS may see it.",
        querystring: Format,
        response: answers(AnswerBody, { streams: false }),
      },
    },
    async (request, reply) => {
      if (request.holder && !request.holder.operator)
        throw new SourceError("forbidden", "Only a key of API_KEYS may see how the service is set up.");
      const engines = catalogue.categories.find(({ id }) => id === ENGINES)?.sources ?? [];
      const address = publicAddress(request, config);
      const answer: z.output<typeof AnswerBody> = {
        success: true,
        address,
        ...(face.tools && { mcp: `${address}/mcp` }),
        versions: { tributary: VERSION, node: process.version, platform: `${process.platform} ${process.arch}` },
        reach: [...(await firstValueFrom(reached(face, tasks)))],
        keys: [...keyVariables(catalogue.sources, env)],
        engines: [...defaultEngines(engines, env)],
        settings: settingsOf(config, env.keys).map(({ isDefault, ...setting }) => ({
          ...setting,
          is_default: isDefault,
        })),
      };
      reply.header("cache-control", "no-store");
      return replying.value(answer, request, reply, { list: "settings" });
    },
  );
}
