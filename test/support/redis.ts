import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const redisInstalled = spawnSync("redis-server", ["--version"]).status === 0;

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

/** A Redis of its own on a free port, with its file in a temporary folder. */
export interface RedisServer {
  readonly url: string;
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again on the same port, with the same file. */
  start(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function redisServer(...more: readonly string[]): Promise<RedisServer> {
  const port = await freePort();
  const dir = mkdtempSync(join(tmpdir(), "redis-"));
  let child: ChildProcess | undefined;
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--dir", dir, "--save", "", "--appendonly", "yes"];
  // With "everysec" a busy disk postpones even the write: what was answered may be gone after a kill.
  const lasting = ["--appendfsync", "always"];

  async function start(): Promise<void> {
    child = spawn("redis-server", [...options, ...lasting, ...more], { stdio: "ignore" });
    while (!(await answersPing(port))) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  async function kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const ending = child;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => ending.once("exit", () => resolve()));
    ending.kill(signal);
    await gone;
  }

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    start,
    async [Symbol.asyncDispose]() {
      await kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Not while it still reads its file. */
const answersPing = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
    socket.once("data", (data) => {
      socket.destroy();
      resolve(String(data).startsWith("+PONG"));
    });
    socket.once("error", () => resolve(false));
  });
