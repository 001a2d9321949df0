import { type ChildProcess, spawn } from "node:child_process";
import { z } from "zod";
import { ROOT } from "../e2e/processes.ts";
import { until } from "../support/until.ts";

/** A service of its own process. */
export interface Service {
  readonly url: string;
  readonly child: ChildProcess;
}

export async function served(dataDir: string, more: Readonly<Record<string, string>> = {}): Promise<Service> {
  const child = spawn(process.execPath, ["bin/tributary.mjs", "serve"], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: "0",
      MCP_PORT: "0",
      LOG_LEVEL: "silent",
      DATA_DIR: dataDir,
      ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8",
      ...more,
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let printed = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  const url = () => /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0];
  await until(() => url() !== undefined, "the service listens");
  return { url: url() ?? "", child };
}

export function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill(signal);
  return gone;
}

const Body = z.object({
  url: z.string().default(""),
  state: z.string().default(""),
  pages: z.object({ kept: z.int(), under_way: z.int() }).loose().default({ kept: 0, under_way: 0 }),
  items: z.array(z.unknown()).default([]),
  results: z.array(z.object({ url: z.string() })).default([]),
  failed_results: z.array(z.object({ url: z.string() })).default([]),
  duplicates: z.array(z.unknown()).default([]),
  next_offset: z.int().optional(),
  error: z.string().optional(),
});

/** What any route of tasks answers with; what it does not say is empty. */
export const bodyOf = async (answer: Response): Promise<z.output<typeof Body>> => Body.parse(await answer.json());
