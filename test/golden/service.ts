import { firstValueFrom, ReplaySubject } from "rxjs";
import type { App } from "../../src/http/app-context.ts";
import { createServer } from "../../src/http/server.ts";
import { replayGateway } from "../../src/replay/gateway.ts";
import { loadRecordings } from "../../src/replay/recordings.ts";
import { createRuntime, type Runtime } from "../../src/runtime.ts";
import { categories } from "../../src/sources/catalogue.ts";
import { said } from "../cli/in-process.ts";
import { FIXTURES, INSTANCES } from "../e2e/processes.ts";
import { clientTwo, serve } from "../mcp/support.ts";

/** What one face answered: a first line with its status, and the text. */
export interface Answer {
  readonly status: string;
  readonly text: string;
}

/** The three faces over a gateway that replays the project's own fixtures. */
export interface Service {
  readonly app: App;
  readonly runtime: Runtime;
  /** What was logged of requests and calls, a line each. */
  readonly logged: readonly Logged[];
  rest(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  post(path: string, body: unknown): Promise<Answer>;
  mcp(tool: string, given: Readonly<Record<string, unknown>>): Promise<Answer>;
  tools(): Promise<readonly Readonly<Record<string, unknown>>[]>;
  cli(words: readonly string[]): Promise<Answer>;
  /** Both servers end as on SIGTERM, with so many milliseconds for what is under way. */
  drain(graceMs: number): Promise<unknown>;
  close(): Promise<void>;
}

/** A line of the log, as far as faces share it. */
interface Logged {
  readonly face?: string;
  readonly operation?: string;
  readonly outcome?: string;
  readonly sources?: Readonly<Record<string, number>>;
}

/** Starts the faces; `gatewayOver` puts a gateway of its own before the one that replays. */
export async function startService(
  dataDir: string,
  gatewayOver: (url: string) => string | Promise<string> = (url) => url,
): Promise<Service> {
  const listening$ = new ReplaySubject<{ readonly url: string }>(1);
  const gateway = replayGateway(loadRecordings(FIXTURES)).subscribe(listening$);
  const { url } = await firstValueFrom(listening$);
  const environment = {
    ...INSTANCES,
    UPSTREAM_GATEWAY: await gatewayOver(url),
    TRIBUTARY_NO_PACE: "true",
    LOG_LEVEL: "silent",
    DATA_DIR: dataDir,
  };
  const runtime: Runtime = createRuntime(environment);
  const logged: Logged[] = [];
  const stream = { write: (line: string) => void logged.push(JSON.parse(line)) };
  const { config, env, metrics, keys, admission } = runtime;
  const app = createServer({ config, env, categories, metrics, keys, admission, log: { level: "info", stream } });
  const served = await serve(env.upstream, {
    environment,
    env,
    metrics,
    keys,
    admission,
    onCall: (line) => void logged.push(line),
  });
  const client = await clientTwo(served.url, "legacy");
  return {
    app,
    runtime,
    logged,
    rest: async (path, headers = {}) => answerOf(await app.inject({ url: path, headers })),
    post: async (path, body) => answerOf(await app.inject({ method: "POST", url: path, payload: Object(body) })),
    mcp: async (name, given) => {
      const { isError, content, _meta } = await client.callTool({ name, arguments: { ...given } });
      const code = _meta?.["tributary/code"];
      return { status: isError ? `error ${code}` : "ok", text: JSON.stringify(content, null, 1) };
    },
    tools: async () => (await client.listTools()).tools,
    cli: async (words) => {
      const { status, stdout, stderr } = await said(words, environment);
      return { status: `exit ${status}`, text: `${stdout}${stderr && `--- standard error\n${stderr}`}` };
    },
    drain: (graceMs) => Promise.all([app.drain(graceMs), served.drain(graceMs)]),
    close: async () => {
      await client.close();
      served.close();
      await app.close();
      await runtime.close();
      gateway.unsubscribe();
    },
  };
}

function answerOf({
  statusCode,
  headers,
  body,
}: {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}): Answer {
  const told = Object.entries(headers)
    .filter(([name]) => name === "content-type" || name === "x-tributary-cache")
    .map(([, value]) => String(value));
  return { status: [statusCode, ...told].join(" "), text: body };
}
