import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lastValueFrom, type Observable } from "rxjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StreamEvent } from "../../src/events.ts";
import * as tributary from "../../src/index.ts";
import { type Answer, type Service, startService } from "../golden/service.ts";
import { settled } from "../golden/written.ts";
import { river } from "../http/small-web.ts";
import { BY_THE_CLOCK, until } from "../support/until.ts";
import { type Gateway, gatewayBefore } from "./gateway.ts";

/*
 * Every operation through REST, MCP, the command line and the library: the same answer, the same deadline, the same names in metrics and
 * log, the same end on SIGTERM. `faces.test.ts` has the sentences for wrong input.
 */

const folder = mkdtempSync(join(tmpdir(), "tributary-parity-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Faces, and the gateway below them. */
async function started(name: string) {
  let gateway: Gateway | undefined;
  const service = await startService(join(folder, name), async (behind) => {
    gateway = await gatewayBefore(behind, { "river.example": river, "hanging.example": river });
    return gateway.url;
  });
  if (!gateway) throw new Error("The service asked for no gateway.");
  return { service, gateway };
}

let service: Service;
let gateway: Gateway;
beforeAll(async () => {
  ({ service, gateway } = await started("faces"));
});
afterAll(async () => {
  gateway.close();
  await service.close();
});

/** How an operation is asked over each face; seconds, where it is given a time. */
interface Question {
  readonly rest: string | readonly [string, unknown];
  readonly mcp: readonly [string, Readonly<Record<string, unknown>>];
  readonly cli: readonly string[];
  library(runtime: tributary.Scope): Observable<StreamEvent<object>>;
  /** The list of its answer; "": it is no list. */
  readonly list: string;
  /** As metrics and log name it. */
  readonly operation: string;
}

const path = (route: string, parameters: Readonly<Record<string, string>>) =>
  `${route}?${new URLSearchParams(parameters)}`;

/** Every operation; `word` stands before what is searched for, `host` is the site that is read. */
function questions(word: string, host: string, seconds?: number): Readonly<Record<string, Question>> {
  const query = `${word}javascript tutorial`;
  const page = `https://${host}/otter`;
  const crates = `${word}tokio`;
  const order = [{ parser: "packages/crates", query: crates, pagecount: 1 }];
  const file = join(folder, `${host}.json`);
  writeFileSync(file, JSON.stringify(order));
  const time: Readonly<Record<string, string>> = seconds === undefined ? {} : { timeout: String(seconds) };
  const within = seconds === undefined ? {} : { timeout: seconds };
  const timed = seconds === undefined ? [] : ["--timeout", String(seconds)];
  return {
    search: {
      rest: path("/search", { q: query, engines: "mojeek", pagecount: "1", ...time }),
      mcp: ["web_search", { query, engines: ["mojeek"], ...within }],
      cli: ["search", query, "-e", "mojeek", "--json", ...timed],
      library: (scope) => tributary.ran(tributary.searchOperation, { query, engines: "mojeek", pagecount: 1 }, scope),
      list: "items",
      operation: "search",
    },
    parser: {
      rest: path("/packages/crates", { q: crates, pagecount: "1", ...time }),
      mcp: ["packages_lookup", { parser: "crates", query: crates, ...within }],
      cli: ["get", "packages/crates", crates, "--json", ...timed],
      library: (scope) => tributary.ran(tributary.parserOperation, { parser: "packages/crates", query: crates }, scope),
      list: "items",
      operation: "parser",
    },
    batch: {
      rest: [path("/batch", time), order],
      mcp: ["web_batch", { requests: [{ parser: "packages/crates", query: crates }], ...within }],
      cli: ["batch", file, "--json", ...timed],
      library: (scope) => tributary.ran(tributary.batchOperation, { requests: order }, scope),
      list: "results",
      operation: "batch",
    },
    extract: {
      rest: path("/extract", { q: page, ...time }),
      mcp: ["web_extract", { urls: [page], ...within }],
      cli: ["extract", page, "--json", ...timed],
      library: (scope) => tributary.ran(tributary.extractOperation, { urls: [page] }, scope),
      list: "results",
      operation: "extract",
    },
    map: {
      rest: path("/map", { q: page, ...time }),
      mcp: ["web_map", { url: page, ...within }],
      cli: ["map", page, "--json", ...timed],
      library: (scope) => tributary.ran(tributary.mapOperation, { url: page, ...within }, scope),
      list: "urls",
      operation: "map",
    },
    crawl: {
      rest: path("/crawl", { q: page, limit: "2", ...time }),
      mcp: ["web_crawl", { url: page, limit: 2, ...within }],
      cli: ["crawl", page, "-n", "2", "--json", ...timed],
      library: (scope) => tributary.ran(tributary.crawlOperation, { url: page, limit: 2, ...within }, scope),
      list: "results",
      operation: "crawl",
    },
    research: {
      rest: ["/research", { query, sources: ["mojeek"], ...within }],
      mcp: ["web_research", { query, ...within }],
      cli: ["research", query, "-e", "mojeek", "--json", ...timed],
      library: (scope) => tributary.ran(tributary.researchOperation, { query, sources: ["mojeek"] }, scope),
      list: "results",
      operation: "research",
    },
    analysis: {
      rest: path("/seo/robots-txt", { q: `https://${host}/`, ...time }),
      mcp: ["seo_robots_txt", { query: `https://${host}/`, ...within }],
      cli: ["get", "seo/robots-txt", `https://${host}/`, "--json", ...timed],
      library: (scope) =>
        tributary.ran(
          tributary.analysisOperation,
          { analysis: "/seo/robots-txt", parameters: { q: `https://${host}/`, ...time } },
          scope,
        ),
      list: "",
      operation: "analysis",
    },
  };
}

const overRest = (to: Service, { rest }: Question): Promise<Answer> =>
  typeof rest === "string" ? to.rest(rest) : to.post(...rest);

/** An answer without what differs from run to run. */
const plain = (json: string): unknown => JSON.parse(settled(json).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "now"));

const names = Object.keys(questions("", "river.example"));
const questionOf = (name: string, ...asked: Parameters<typeof questions>): Question => {
  const question = questions(...asked)[name];
  if (!question) throw new Error(`There is no operation ${name}.`);
  return question;
};

/** What of an answer's list a model must be shown too. */
function shownOf(answer: unknown, list: string): readonly string[] {
  if (list === "") return [String(Object(answer).q)];
  const entries: readonly unknown[] = [...Object(Object(answer)[list])].slice(0, 2);
  return entries.map((entry) => String(typeof entry === "string" ? entry : (Object(entry).url ?? Object(entry).query)));
}

it.each(names)("%s has the same answer on every face", async (name) => {
  const question = questionOf(name, "", "river.example");
  const rest = await overRest(service, question);
  expect(rest.status).toMatch(/^200/);
  const answer = plain(rest.text);
  const shown = shownOf(answer, question.list);
  expect(shown.length).toBeGreaterThan(0);
  const cli = await service.cli(question.cli);
  // A command that found no answer says so by its status.
  expect(cli.status).toBe(Object(answer).answered === false ? "exit 1" : "exit 0");
  expect(plain(cli.text.split("--- standard error")[0] ?? "")).toEqual(answer);
  const library = await lastValueFrom(tributary.oneShot(question.library(service.runtime)));
  expect(plain(JSON.stringify(library))).toEqual(answer);
  const mcp = await service.mcp(...question.mcp);
  expect(mcp.status).toBe("ok");
  if (name !== "research") for (const one of shown) expect(mcp.text).toContain(one);
});

it.each(names)("%s is counted and logged by the same name over REST and MCP", async (name) => {
  const question = questionOf(name, "", "river.example");
  const before = service.logged.length;
  await overRest(service, question);
  await service.mcp(...question.mcp);
  await until(() => service.logged.filter(({ outcome }) => outcome !== undefined).length >= 2, "both are logged");
  const { operation } = question;
  for (const face of ["rest", "mcp"])
    expect(service.logged.slice(before)).toContainEqual(expect.objectContaining({ face, operation, outcome: "ok" }));
  const { text } = await service.rest("/metrics");
  for (const face of ["rest", "mcp"])
    expect(text).toMatch(new RegExp(`_total\\{face="${face}",operation="${operation}",outcome="ok"\\} [1-9]`));
});

describe("a second that is given ends", BY_THE_CLOCK, () => {
  it.each(names)("%s on every face, in the same words", async (name) => {
    const question = questionOf(name, "hanging ", "hanging.example", 1);
    const begin = performance.now();
    const library = lastValueFrom(tributary.oneShot(question.library({ ...service.runtime, timeoutMs: 1_000 }))).then(
      (answer) => JSON.stringify(answer),
      (error: unknown) => String(error),
    );
    const said = await Promise.all([
      overRest(service, question).then(({ text }) => text),
      service.mcp(...question.mcp).then(({ text }) => text),
      service.cli(question.cli).then(({ text }) => text),
      library,
    ]);
    const took = performance.now() - begin;
    for (const text of said) expect(text).toMatch(/timeout|\b1 s\b|within 1|after 1(?:\.0)? s|was up/);
    // Research leaves the engines behind at two thirds of its time, to write of what it has.
    expect(took).toBeGreaterThan(600);
    expect(took).toBeLessThan(20_000);
  });
});

it("what is under way over REST and MCP comes to its end when the service is stopped", async () => {
  const other = await started("stopped");
  const tagOf = (face: string, name: string) => `hanging-${face}-${name}`;
  const asked = (face: string) =>
    names.map((name) => questionOf(name, `${tagOf(face, name)} `, `${tagOf(face, name)}.example`));
  const rest = asked("rest").map((question) => overRest(other.service, question));
  const mcp = asked("mcp").map(({ mcp: [tool, given] }) => other.service.mcp(tool, given));
  const underWay = () =>
    [...other.service.runtime.admission.queues.values()].reduce(
      (sum, state) => sum + state().running + state().waiting,
      0,
    );
  await until(() => underWay() === rest.length + mcp.length, "all are under way");
  const drained = other.service.drain(60_000);
  other.gateway.release();
  const answers = await Promise.all([...rest, ...mcp]);
  expect(answers.map(({ status }) => status.replace(/ .*/, ""))).toEqual([
    ...rest.map(() => "200"),
    ...mcp.map(() => "ok"),
  ]);
  await drained;
  other.gateway.close();
  await other.service.close();
});
