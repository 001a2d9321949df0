import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ROOT } from "../../e2e/processes.ts";

/** A process of the service that shares a Redis with others. */
export interface Member {
  readonly child: ChildProcess;
  /** Empty for a worker without a port. */
  readonly url: string;
  end(signal: NodeJS.Signals): Promise<void>;
}

export interface Cluster {
  /** Takes orders, and works on none. */
  api(): Promise<Member>;
  worker(more?: Readonly<Record<string, string>>): Promise<Member>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Processes of their own on one Redis. */
export function cluster(redisUrl: string, shared: Readonly<Record<string, string>> = {}): Cluster {
  const members: Member[] = [];
  const dirs: string[] = [];

  async function begun(command: string, more: Readonly<Record<string, string>>): Promise<Member> {
    const dataDir = mkdtempSync(join(tmpdir(), "member-"));
    dirs.push(dataDir);
    const { PORT: _port, ...environment } = process.env;
    const child = spawn(process.execPath, ["bin/tributary.mjs", command], {
      cwd: ROOT,
      env: {
        ...environment,
        LOG_LEVEL: "silent",
        DATA_DIR: dataDir,
        ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8",
        TASKS_REDIS_URL: redisUrl,
        ...shared,
        ...more,
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const url = await said(
      child,
      command === "work" ? /works on tasks[^;]*(?:; (http:\/\/127\.0\.0\.1:\d+))?/ : /(http:\/\/127\.0\.0\.1:\d+)/,
    );
    const member = { child, url, end: (signal: NodeJS.Signals) => ended(child, signal) };
    members.push(member);
    return member;
  }

  return {
    api: () => begun("serve", { PORT: "0", MCP_PORT: "0", TASKS_VISITS: "0" }),
    worker: (more = {}) => begun("work", more),
    async [Symbol.asyncDispose]() {
      await Promise.all(members.map((member) => member.end("SIGKILL")));
      for (const dir of dirs) rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function said(child: ChildProcess, what: RegExp): Promise<string> {
  if (!child.stdout) throw new Error("nothing can be heard of it");
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    const heard = what.exec(line);
    if (!heard) continue;
    child.stdout.resume();
    return heard[1] ?? "";
  }
  throw new Error("it ended before it began");
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill(signal);
  await gone;
}
