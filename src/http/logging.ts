import type { FastifyServerOptions } from "fastify";
import type { Config } from "../config.ts";
import { tracing } from "../tracing/tracing.ts";

/** The log on standard output; with tracing each line names its trace, and goes to the collector too. */
export function loggerOf({ LOG_LEVEL: level }: Pick<Config, "LOG_LEVEL">): FastifyServerOptions["logger"] {
  const to = tracing();
  if (!to) return { level };
  const write = (line: string): void => {
    process.stdout.write(line);
    const fields: unknown = JSON.parse(line);
    if (typeof fields === "object" && fields !== null) to.log({ ...fields });
  };
  return { level, mixin: to.ids, stream: { write } };
}
