import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../../src/config.ts";
import { findChromium } from "../../../src/upstream/find-chromium.ts";
import { until } from "../../support/until.ts";

export const INSTALLED: string | undefined = findChromium(readConfig(process.env));

/** A Chromium as somebody else runs it, who speaks the DevTools protocol. */
export async function foreignChromium(
  more: readonly string[] = [],
): Promise<{ readonly url: string; kill(): Promise<void> }> {
  const profile = mkdtempSync(join(tmpdir(), "tributary-foreign-"));
  const flags = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--remote-debugging-port=0",
    `--user-data-dir=${profile}`,
  ];
  const running: ChildProcess = spawn(INSTALLED ?? "", [...flags, ...more, "about:blank"], {
    stdio: "ignore",
    detached: true,
  });
  const ended = new Promise<void>((resolve) => running.once("exit", () => resolve()));
  const port = join(profile, "DevToolsActivePort");
  await until(() => existsSync(port) && readFileSync(port, "utf8").includes("\n"), "the browser tells its port");
  return {
    url: `http://127.0.0.1:${readFileSync(port, "utf8").split("\n")[0]}`,
    async kill() {
      process.kill(-(running.pid ?? 0), "SIGKILL");
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
