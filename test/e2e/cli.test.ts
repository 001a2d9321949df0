import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Said, said } from "../cli/in-process.ts";
import { until } from "../support/until.ts";
import { BIN, ended, FIXTURES, INSTANCES, launched, type Output, type Running, ran, tributary } from "./processes.ts";

let gateway: Running;
/** In this process: a second a command for its start would be most of what these tests take. */
const over = (words: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Said> =>
  said(words, { ...INSTANCES, UPSTREAM_GATEWAY: gateway.url, ...more });

beforeAll(async () => {
  gateway = await tributary(["replay", FIXTURES, "--port", "0"]);
});
afterAll(() => gateway.stop());

const FOUND = "https://rxjs.dev/guide/overview";

describe("tributary search, piped", () => {
  const printed = async (
    format: string,
    run: (words: readonly string[]) => Promise<Said | Output> = over,
  ): Promise<string> => {
    const { status, stdout, stderr } = await run(["search", "rxjs", "backpressure", "--format", format]);
    expect(status).toBe(0);
    expect(stderr).toMatch(format === "text" ? /^\d+ results in \d+ ms$/m : /^$/);
    expect(stdout).toContain(FOUND);
    expect(stdout).not.toContain("\u001b");
    return stdout;
  };

  it("prints a ranked list", async () => {
    const lines = (await printed("text")).trimEnd().split("\n");
    expect(lines[0]).toBe(" 1. RxJS - Overview");
    expect(lines.filter((line) => !/^(?: ?\d+\. | {4})\S/.test(line))).toEqual([]);
  });

  it("prints JSON, alone on the standard output of a process of its own", async () => {
    const piped = (words: readonly string[]) => ran(words, { ...INSTANCES, UPSTREAM_GATEWAY: gateway.url });
    expect(JSON.parse(await printed("json", piped))).toMatchObject({ success: true, items: expect.any(Array) });
  });

  it("prints an event a line", async () => {
    const events = (await printed("ndjson"))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(events[0]).toMatchObject({ event: "source", data: { status: "started" } });
    expect(events.at(-1)).toMatchObject({ event: "done", data: { success: true } });
  });

  it("prints CSV and XML", async () => {
    expect(await printed("csv")).toMatch(/^title,url,snippet,/);
    expect(await printed("xml")).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\s*<response>/);
  });

  it("asks the engines named, and cuts", async () => {
    const words = ["search", "rxjs", "--engines", "mojeek,brave", "--max-results", "1", "--format", "json"];
    const { items, sources } = JSON.parse((await over(words)).stdout);
    expect(items).toHaveLength(1);
    expect(sources.map(({ id }: { id: string }) => id).toSorted()).toEqual(["brave", "mojeek"]);
  });
});

describe("what cannot be asked", () => {
  it.each([
    [["search", "rxjs", "--engines", "nosuch"], /There is no engine nosuch\. There are: .*mojeek/],
    [["search", ""], /query: is missing: words to search the web for/],
    [["search"], /query: is missing: words to search the web for/],
    [["search", "rxjs", "--pagecount", "0"], /from 1 to 50/],
    [["search", "rxjs", "--format", "yaml"], /Allowed choices are text, json, ndjson, csv, xml/],
    [["doctor", "nosuch"], /There is no source nosuch\./],
    [["record", "nosuch"], /There is no source nosuch\./],
    [["nosuch"], /unknown command/],
    [["get", "packages/crate", "tokio"], /Did you mean packages\/crates/],
    [["serve", "--port", "x"], /from 0 to 65535/],
    [["completion", "tcsh"], /bash, zsh or fish/],
  ])("tributary %j: one sentence and status 2", async (words, sentence) => {
    const { status, stdout, stderr } = await over(words);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it("an option that a source does not have: named, and the answer is given", async () => {
    const { status, stderr } = await over(["get", "packages/crates", "tokio", "--option", "nosuch=1"]);
    expect(status).toBe(0);
    expect(stderr).toMatch(/The option “nosuch” is unknown and was ignored/);
  });

  it("a variable that cannot be: its name", async () => {
    const { status, stderr } = await over(["search", "rxjs"], { UPSTREAM_TIMEOUT_MS: "soon" });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^tributary: UPSTREAM_TIMEOUT_MS: .+\n$/);
  });

  it("a folder that is not there", async () => {
    for (const words of [
      ["replay", "/nowhere/at/all"],
      ["batch", "/nowhere/at/all"],
    ])
      expect([words, await over(words)]).toEqual([
        words,
        expect.objectContaining({
          status: 2,
          stderr: "tributary: /nowhere/at/all: there is no such file or directory.\n",
        }),
      ]);
  });

  it("an address that is forbidden", async () => {
    const { status, stderr } = await over(["extract", "http://127.0.0.1/"]);
    expect([status, stderr]).toEqual([2, "tributary: 127.0.0.1 may not be reached: it is this machine itself.\n"]);
  });

  it("a port that is taken", async () => {
    const { status, stderr } = await over(["serve", "--port", new URL(gateway.url).port]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^tributary: .*in use: set PORT .*\n$/);
  });
});

describe("tributary sources", () => {
  it("finds by words, in any order and case", async () => {
    const { status, stdout } = await over(["sources", "Crates"]);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^packages\/crates +/m)]);
  });

  it("lists all without words, and exits 1 where there is none", async () => {
    expect((await over(["sources"])).stdout.split("\n").length).toBeGreaterThan(300);
    expect(await over(["sources", "zzzz"])).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringContaining("No source"),
    });
  });
});

it.each([
  ...["serve", "mcp", "search", "get", "extract", "crawl", "map", "research", "batch", "sources", "doctor"],
  ...["record", "replay", "completion"],
])("tributary %s --help ends with an example", async (name) => {
  const { stdout } = await over([name, "--help"]);
  expect(stdout).toMatch(new RegExp(`\\nExample:\\n  tributary ${name} .*\\n$`));
});

it("tributary extract prints a page's text, and says which page failed", async () => {
  const words = ["extract", "https://streams.example/guide", "https://nobody.example/"];
  const { status, stdout, stderr } = await over(words);
  expect(status).toBe(0);
  expect(stdout).toContain("https://streams.example/guide");
  expect(stdout).not.toContain("https://nobody.example/");
  expect(stderr).toContain("https://nobody.example/: ");
});

it("tributary extract exits 1 where no page could be read, and says why", async () => {
  const { status, stdout } = await over(["extract", "https://nobody.example/", "--format", "json"]);
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    results: [],
    failed_results: [{ url: "https://nobody.example/", code: "unreachable" }],
  });
});

describe("tributary get", () => {
  it("prints the items of one source, and beside them what it came to", async () => {
    const { status, stdout, stderr } = await over(["get", "packages/crates", "tokio"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^ 1\. rill\n {4}https:\/\/crates\.io\/crates\/rill\n/);
    expect(stderr).toMatch(/^\d+ items in \d+ ms\n$/);
  });

  it("--json is --format json", async () => {
    const { stdout } = await over(["get", "packages/crates", "tokio", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ success: true, items: expect.any(Array) });
  });

  it("prints what an analysis answers, in any format, and its prompt", async () => {
    const page = "https://shop.example/kettle";
    const [answer, rules, prompt, none] = await Promise.all([
      over(["get", "seo/opengraph", page, "--option", "check_image=false"]),
      over(["get", "seo/robots-txt", "https://shop.example/cart", "--format", "csv"]),
      over(["get", "seo/content/llm", page]),
      over(["get", "seo/opengraph/llm", page]),
    ]);
    expect(answer.status).toBe(0);
    expect(JSON.parse(answer.stdout)).toMatchObject({ success: true, verdict: { valid: false } });
    expect(answer.stderr).toMatch(/3 sources in \d+ ms\n$/);
    expect(rules.stdout).toMatch(/^agents,type,path,line\n/);
    expect(prompt.stdout).toMatch(/^# .*\n[\s\S]*\n````data\n/);
    expect(prompt.stderr).toMatch(/sources in \d+ ms\n$/);
    expect(none).toMatchObject({ stdout: "", stderr: expect.stringContaining("/seo/opengraph has no prompt.") });
  });

  it("exits 1 where the source does not answer", async () => {
    const { status, stdout, stderr } = await said(["get", "packages/crates", "tokio"], {
      UPSTREAM_GATEWAY: "http://127.0.0.1:9",
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/^tributary: .+\.\n$/);
  });
});

it("tributary batch asks several sources, and says which failed", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "tributary-batch-")), "order.json");
  writeFileSync(
    file,
    JSON.stringify([
      { parser: "packages/crates", query: "tokio" },
      { parser: "nosuch", query: "tokio" },
    ]),
  );
  const { status, stdout, stderr } = await over(["batch", file]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^packages\/crates tokio\n 1\. rill\n/);
  expect(stderr).toMatch(/^nosuch tokio: unknown-source: .+\n1 of 2 answered in \d+ ms\n$/);
});

it("tributary search passes on the language, region and time range", async () => {
  const words = ["search", "rxjs", "--engines", "mojeek", "--language", "french", "--json"];
  const { status, stderr } = await over(words);
  expect(status).not.toBe(0);
  expect(stderr).toContain("language");
});

describe("tributary completion", () => {
  it.each(["bash", "zsh", "fish"])("%s: commands, options, engines and sources", async (shell) => {
    const { status, stdout } = await said(["completion", shell]);
    expect(status).toBe(0);
    for (const word of ["search", "get", "time-range", "mojeek", "packages/crates", "seo/content/llm"])
      expect(stdout).toContain(word);
  });

  it("bash completes a source's name", async () => {
    const { stdout: script } = await ran(["completion", "bash"]);
    const asked = "COMP_WORDS=(tributary get packages/crat); COMP_CWORD=2; _tributary; echo $COMPREPLY";
    expect(spawnSync("bash", ["-c", `${script}\n${asked}`], { encoding: "utf8" })).toMatchObject({
      stdout: "packages/crates\n",
      stderr: "",
    });
  });
});

describe("tributary doctor", () => {
  it("prints JSON alone on standard output, and exits 0 where all is well", async () => {
    const { status, stdout } = await over(["doctor", "search", "--json"]);
    const diagnoses: { id: string; status: string }[] = JSON.parse(stdout);
    expect(diagnoses.filter(({ status: found }) => found !== "ok")).toEqual([
      expect.objectContaining({ id: "exa", status: "missing-key", error: expect.stringContaining("EXA_API_KEY") }),
    ]);
    expect(status).toBe(0);
  });

  it("exits 1 where a source does not answer, and names it", async () => {
    const { status, stdout, stderr } = await said(["doctor", "mojeek", "brave"], {
      UPSTREAM_GATEWAY: "http://127.0.0.1:9",
    });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^unreachable +search\/mojeek /m);
    expect(stderr).toMatch(/^2 unreachable\n$/m);
  });
});

describe("a command that is interrupted", () => {
  const sockets = new Set<Socket>();
  let mute: Server;
  beforeAll(async () => {
    mute = createServer();
    mute.on("connection", (socket) => {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
    });
    await new Promise<void>((bound) => mute.listen(0, "127.0.0.1", bound));
  });
  afterAll(() => {
    mute.close();
    mute.closeAllConnections();
  });

  it.each([
    [["search", "rxjs"], "SIGINT", 130],
    [["search", "rxjs"], "SIGTERM", 143],
    [["doctor", "search"], "SIGINT", 130],
    [["extract", "http://93.184.216.34/"], "SIGINT", 130],
    [["crawl", "http://93.184.216.34/"], "SIGINT", 130],
    [["serve"], "SIGINT", 0],
  ] as const)("tributary %j closes its sockets on %s and exits %i", async (words, signal, status) => {
    const { port } = mute.address() as AddressInfo;
    const child = launched([BIN, ...words], { UPSTREAM_GATEWAY: `http://127.0.0.1:${port}` });
    const gone = ended(child);
    let told = "";
    child.stderr.setEncoding("utf8").on("data", (piece: string) => {
      told += piece;
    });
    if (words[0] === "serve") {
      let printed = "";
      child.stdout.setEncoding("utf8").on("data", (piece: string) => {
        printed += piece;
      });
      await until(() => printed.includes("http://"), "it tells where it listens");
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0];
      fetch(`${url}/search?q=rxjs`).catch(() => undefined);
    }
    await until(() => sockets.size > 0, "an upstream is asked");
    child.kill(signal);
    // A terminal's Ctrl-C reaches it a second time, through its parent.
    child.kill(signal);
    expect(await gone).toEqual({ status, signal: null });
    expect(told).toMatch(words[0] === "serve" ? /^$/ : /^Stopped: 0 results /m);
    await until(() => sockets.size === 0, "no socket is open");
  });
});

it("a reader that has seen enough ends a search quietly", async () => {
  const child = launched([BIN, "search", "rxjs", "--format", "ndjson"], {
    ...INSTANCES,
    UPSTREAM_GATEWAY: gateway.url,
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (piece: string) => {
    errors += piece;
  });
  child.stdout.once("data", () => child.stdout.destroy());
  expect(await ended(child)).toEqual({ status: 0, signal: null });
  expect(errors).toBe("");
});
