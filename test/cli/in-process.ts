import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NEVER } from "rxjs";
import { run } from "../../src/cli/program.ts";
import { screen } from "./screen.ts";

/** What a command left behind. */
export interface Said {
  /** Null only where a process of its own was killed. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const DATA_DIR = mkdtempSync(join(tmpdir(), "tributary-cli-"));

/** A command that is run to its end in this process, with its output piped; `more` is its environment. */
export async function said(words: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Said> {
  const [out, err] = [screen(), screen()];
  let status = 0;
  const exit = (code: number): void => {
    status = code;
  };
  const environment = { LOG_LEVEL: "silent", TRIBUTARY_NO_PACE: "true", PORT: "0", MCP_PORT: "0", DATA_DIR, ...more };
  await run(["node", "tributary", ...words], environment, { out: out.stream, err: err.stream, exit, stopped$: NEVER });
  return { status, stdout: out.written(), stderr: err.written() };
}
