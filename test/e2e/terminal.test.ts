import { spawn, spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ASKED } from "../aggregate/worlds/valdor.ts";
import { BIN, FIXTURES, INSTANCES, ROOT, type Running, serving, tributary } from "./processes.ts";

/** util-linux's `script` runs a command on a pseudo terminal. */
const HAS_SCRIPT = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") ?? false;

let gateway: Running;
beforeAll(async () => {
  gateway = await tributary(["replay", FIXTURES, "--port", "0"]);
});
afterAll(() => gateway.stop());

describe.skipIf(!HAS_SCRIPT)("tributary search on a terminal", () => {
  it("shows the list grow, then prints it once", async () => {
    const command = `stty cols 100 rows 40; exec ${process.execPath} ${BIN} search rxjs backpressure`;
    const child = spawn("script", ["-qec", command, "/dev/null"], {
      cwd: ROOT,
      env: {
        PATH: process.env["PATH"],
        HOME: process.env["HOME"],
        TERM: "xterm-256color",
        TRIBUTARY_NO_PACE: "true",
        ...INSTANCES,
        UPSTREAM_GATEWAY: gateway.url,
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let shown = "";
    child.stdout.setEncoding("utf8").on("data", (piece: string) => {
      shown += piece;
    });
    const status = await new Promise((resolve) => child.on("close", resolve));
    expect(status).toBe(0);
    const answered = [...shown.matchAll(/(\d+) results; (\d+) engines answered/g)].map(([, , count]) => Number(count));
    expect(answered.length).toBeGreaterThan(2);
    expect(answered).toEqual(answered.toSorted((a, b) => a - b));
    expect(shown).toContain("waiting for ");
    const last = shown.slice(shown.lastIndexOf("engines answered"));
    expect(last.split("https://rxjs.dev/guide/overview\u001b")).toHaveLength(2);
    expect(last).toMatch(/\d+ results in \d+ ms/);
    // The cursor was hidden while the list was redrawn.
    expect(shown.lastIndexOf("\u001b[?25h")).toBeGreaterThan(shown.lastIndexOf("\u001b[?25l"));
  });
});

describe("npm run demo", () => {
  let demo: Running;
  beforeAll(async () => {
    demo = await serving(["scripts/demo.ts"]);
  });
  afterAll(() => demo.stop());

  it("labels whatever it answers as replayed", async () => {
    for (const path of ["/search?q=rxjs&pagecount=1", "/health", "/parsers?format=csv", "/nosuch"]) {
      const response = await fetch(`${demo.url}${path}`);
      expect([path, response.headers.get("x-tributary-replay")]).toEqual([path, "1"]);
    }
  });

  it("answers what the README and its welcome suggest, and says of the rest that it was not recorded", async () => {
    const asked = async (path: string, body?: unknown) => {
      const post = { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } };
      return JSON.parse(await (await fetch(`${demo.url}${path}`, body === undefined ? {} : post)).text());
    };
    expect((await asked("/search?q=rxjs+backpressure&pagecount=1")).items[0].title).toMatch(/RxJS/);
    expect((await asked("/extract?q=https://example.com")).results[0].title).toBe("Example Domain");
    expect((await asked("/crawl?q=docs.example.com&limit=200&select_paths=/guide/")).results).toHaveLength(3);
    expect((await asked("/map?q=docs.example.com")).total).toBe(3);
    expect((await asked("/packages/crates?q=tokio")).items[0].title).toBe("tokio");
    const { answer, results } = await asked("/research", { query: "how does RxJS handle backpressure?", model: "pro" });
    expect(answer).toMatch(/backpressure.*\[1\]/s);
    expect(results.map(({ url }: { url: string }) => new URL(url).host)).toContain("rxjs.dev");
    const batch = await asked("/batch", [
      { parser: "packages/crates", query: "tokio" },
      { parser: "mojeek", query: "tokio" },
    ]);
    expect(batch.results).toMatchObject([{ success: true }, { success: true }]);
    for (const path of [
      "/search/mojeek?q=otters",
      "/search?q=otters",
      "/packages/crates?q=otters",
      "/map?q=nowhere.example",
    ])
      expect([path, (await asked(path)).error]).toEqual([path, expect.stringContaining("not recorded in this demo")]);
    const listed = expect.stringMatching(/only these are: \/search\?q=rxjs\+backpressure, .+ in \/parsers/);
    for (const path of ["/search?q=otters", "/map?q=nowhere.example", "/research/literature?q=otters"])
      expect([path, (await asked(path)).error]).toEqual([path, listed]);
    expect((await asked("/s/otters")).message).toEqual(listed);
    expect(await (await fetch(`${demo.url}/s/rxjs+backpressure`)).text()).toContain("[1] Title: RxJS");
  });

  it("prints, last, its one address and five things to try, each of which works; MCP among them", async () => {
    await expect.poll(() => demo.output()).toContain("Stop with Ctrl-C");
    const lines = demo.output().trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(lines.filter((line) => line.startsWith("Tributary listens on "))).toEqual([
      `Tributary listens on ${demo.url}`,
    ]);
    const tries = lines.filter((line) => /^ {2}\d\. /.test(line));
    expect(tries).toHaveLength(5);
    const addresses = tries.flatMap((line) => /http:\/\/127[^\s']+/.exec(line)?.[0] ?? []);
    for (const address of addresses.slice(0, 4))
      expect([address, (await fetch(address)).status]).toEqual([address, 200]);
    const recorded = lines.filter((line) => /^ {2}\//.test(line)).flatMap((line) => line.trim().split(/\s+/));
    for (const path of recorded) expect([path, (await fetch(demo.url + path)).status]).toEqual([path, 200]);
    expect(recorded.map((path) => path.split("?")[0])).toEqual(expect.arrayContaining(Object.keys(ASKED)));
    const call = { name: "web_search", arguments: { query: "rxjs backpressure" } };
    const answer = await fetch(String(addresses[4]), {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call }),
    });
    expect(await answer.text()).toContain("rxjs.dev");
  });

  it("ends when it is interrupted, and has nothing to complain of", async () => {
    expect(await demo.stop("SIGINT")).toEqual({ status: 0, signal: null });
    expect(demo.errors()).toBe("");
  });

  it("shows a search, an extraction, analyses and prompts, and ends with --once", async () => {
    const once = await serving(["scripts/demo.ts", "--once"]);
    expect(await once.ended).toEqual({ status: 0, signal: null });
    const shown = once.output();
    expect(shown.match(/^REPLAYED {2}GET \S+\/(?:search|extract)\?\S+ +\(x-tributary-replay: 1\)$/gm)).toHaveLength(2);
    expect(shown).toContain('"success": true');
    expect(shown).toContain('"commune": "Valfleuri"');
    expect(shown.match(/^````data$/gm)).toHaveLength(2);
  });
});
