import { spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Where Debian's package keeps what searx shows. */
const SHARE = "/usr/share/python3-searx";
const STARTS_WITHIN_MS = 60_000;

export interface Searx {
  readonly origin: string;
  readonly pid: number | undefined;
  end(): void;
}

/** Whether there is a searx to measure. */
export const hasSearx = (): boolean =>
  (process.env["PATH"] ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, "searx-run"), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

/**
 * searx over JSON engines, one an address, as far as possible like ours: connections kept, no limiter, `timeoutS` seconds for
 * each engine, no page but the JSON. Its settings are written to a folder of its own, which goes with it.
 */
export async function startSearx(engines: readonly string[], timeoutS = 30): Promise<Searx> {
  const folder = mkdtempSync(join(tmpdir(), "searx-"));
  const port = await freePort();
  const settings = join(folder, "settings.yml");
  // JSON is YAML.
  writeFileSync(settings, JSON.stringify(settingsFor(engines, port, timeoutS)));
  const started = spawn("searx-run", [], {
    stdio: ["ignore", "ignore", "pipe"],
    // No proxy of this shell's: the engines are on this machine.
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], SEARX_SETTINGS_PATH: settings },
  });
  let said = "";
  started.stderr.on("data", (bytes: Buffer) => {
    said = `${said}${bytes}`.slice(-2000);
  });
  const origin = `http://127.0.0.1:${port}`;
  const end = (): void => {
    started.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", end);
  const giveUpAt = performance.now() + STARTS_WITHIN_MS;
  while (!(await answers(origin))) {
    if (started.exitCode !== null || performance.now() > giveUpAt) {
      end();
      throw new Error(`searx did not start: ${said}`);
    }
    await sleep(200);
  }
  return { origin, pid: started.pid, end };
}

const answers = (origin: string): Promise<boolean> =>
  fetch(`${origin}/config`).then(
    async (response) => (await response.arrayBuffer()).byteLength > 0 && response.ok,
    () => false,
  );

function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const server = createServer().once("error", failed);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => found(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

const NOWHERE = "https://example.org";

const settingsFor = (engines: readonly string[], port: number, timeoutS: number): object => ({
  general: { debug: false, instance_name: "searx", contact_url: false, enable_stats: false },
  brand: {
    git_url: NOWHERE,
    git_branch: "main",
    issue_url: NOWHERE,
    docs_url: NOWHERE,
    public_instances: NOWHERE,
    wiki_url: NOWHERE,
    twitter_url: NOWHERE,
  },
  search: {
    safe_search: 0,
    autocomplete: "",
    default_lang: "",
    ban_time_on_fail: 5,
    max_ban_time_on_fail: 120,
    prefer_configured_language: false,
  },
  server: {
    port,
    bind_address: "127.0.0.1",
    secret_key: "for loopback alone",
    base_url: false,
    image_proxy: false,
    http_protocol_version: "1.1",
    method: "GET",
    default_http_headers: {},
  },
  ui: {
    static_path: join(SHARE, "static"),
    templates_path: join(SHARE, "templates"),
    default_theme: "oscar",
    default_locale: "",
    theme_args: { oscar_style: "logicodev" },
  },
  outgoing: {
    request_timeout: timeoutS,
    useragent_suffix: "",
    pool_connections: 100,
    pool_maxsize: 100,
    enable_http2: false,
  },
  checker: { off_when_debug: true },
  engines: engines.map((address, index) => ({
    name: `engine${index}`,
    engine: "json_engine",
    shortcut: `e${index}`,
    categories: "general",
    enable_http: true,
    search_url: `${address}?q={query}`,
    results_query: "results",
    url_query: "url",
    title_query: "title",
    content_query: "content",
  })),
  locales: { en: "English" },
  doi_resolvers: { "oadoi.org": "https://oadoi.org/" },
  default_doi_resolver: "oadoi.org",
});
