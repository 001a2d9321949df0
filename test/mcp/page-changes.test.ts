import type { Client } from "@modelcontextprotocol/client";
import { type Observable, of } from "rxjs";
import { TestScheduler } from "rxjs/testing";
import { afterEach, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import type { StreamEvent } from "../../src/events.ts";
import { keptWhenWhole } from "../../src/mcp/kept-when-whole.ts";
import type { McpDeps, Shown } from "../../src/mcp/tool.ts";
import type { HttpRequest } from "../../src/upstream/types.ts";
import { replayUpstream } from "../support/replay-upstream.ts";
import { PATIENCE_MS } from "../support/until.ts";
import { clientTwo, serve, textOf } from "./support.ts";

/* What page_changes remembers as seen is what the model was shown: a change that max_tokens cut is told again. */

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** A client of a server, before a page whose lines are what `lines` says at the moment. */
async function client(lines: () => readonly string[]): Promise<Client> {
  const http = ({ url }: HttpRequest) =>
    of({
      url,
      status: 200,
      headers: { "content-type": "text/html; charset=utf-8" },
      setCookie: [],
      redirects: [],
      replayed: true,
      body: new TextEncoder().encode(
        `<body>${lines()
          .map((line) => `<p>${line}</p>`)
          .join("")}</body>`,
      ),
    });
  const upstream = { ...replayUpstream(() => undefined), http };
  const served = await serve(upstream);
  open.push(() => served.close());
  const one = await clientTwo(served.url, "auto");
  open.push(() => one.close());
  return one;
}

const NEWS = Array.from({ length: 120 }, (_, index) => `The item of news number ${1000 + index} is there.`);

/** What is remembered of pages lives as long as the process: each has its own. */
const ASKS = {
  feed_lookup: (max_tokens: number) => ({ parser: "page_changes", query: "https://looked-up.example/", max_tokens }),
  web_batch: (max_tokens: number) => ({
    requests: [{ parser: "feed/page_changes", query: "https://in-a-batch.example/" }],
    max_tokens,
  }),
};

describe.each(Object.entries(ASKS))("page_changes by %s", (name, asking) => {
  it("tells a change again until all of it was shown, and once then", async () => {
    let lines: readonly string[] = ["Nothing yet."];
    const one = await client(() => lines);
    const look = async (max_tokens: number): Promise<string> => {
      const result = await one.callTool({ name, arguments: asking(max_tokens) }, { timeout: 2 * PATIENCE_MS });
      expect(result.isError, textOf(result)).toBeFalsy();
      return textOf(result);
    };
    expect(await look(1_000)).toMatch(/first: true|"first":true/);
    lines = NEWS;
    for (const max_tokens of [500, 900, 1_400]) expect(await look(max_tokens)).not.toContain(NEWS.at(-1));
    const whole = await look(20_000);
    for (const line of NEWS) expect(whole).toContain(line);
    expect(await look(20_000)).toMatch(/changed: false|"changed":false/);
  });
});

describe("keptWhenWhole", () => {
  const scheduler = () => new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
  const shown = (structured: Shown["structured"]): Shown => ({ ...(structured && { structured }), content: () => [] });
  const deps: McpDeps = {
    config: readConfig({}),
    env: { upstream: replayUpstream(() => undefined), keys: {} },
    categories: [],
  };

  it.each([
    ["whole", { items: [{}] }, "--a---(z|)", ["----^-!"]],
    ["cut", { items: [{}], truncated: "1 of 2 more" }, "--a-(z|)", []],
    ["with a cut entry", { results: [{ truncated: "1 of 2 more" }] }, "--a-(z|)", []],
  ])("subscribes to what is to be kept where the answer is %s", (_, structured, marbles, subscribed) => {
    scheduler().run(({ cold, expectObservable, expectSubscriptions }) => {
      const keep$ = cold("--|");
      const values = {
        a: { event: "source", data: { id: "a", status: "started" } },
        z: { event: "done", data: shown(structured) },
      } as const;
      const run$ = cold("--a-(z|)", values);
      const kept$ = keptWhenWhole(deps, ({ env }) => {
        env.pledge?.(keep$);
        return run$;
      });
      expectObservable(kept$).toBe(marbles, values);
      expectSubscriptions(keep$.subscriptions).toBe(subscribed);
    });
  });

  it("fails where it cannot be kept, and keeps nothing of a run that failed or was left", () => {
    scheduler().run(({ cold, expectObservable, expectSubscriptions }) => {
      const keeping = (keep$: Observable<unknown>, run$: Observable<StreamEvent<Shown>>) =>
        keptWhenWhole(deps, ({ env }) => {
          env.pledge?.(keep$);
          return run$;
        });
      const values = { z: { event: "done", data: shown({ items: [] }) } } as const;
      expectObservable(keeping(cold("-#"), cold("--z|", values))).toBe("---#");
      const [failed, left] = [cold("-|"), cold("-|")];
      expectObservable(keeping(failed, cold("--#"))).toBe("--#");
      const run = cold("----z|", values);
      expectObservable(keeping(left, run), "^-!").toBe("---");
      expectSubscriptions(failed.subscriptions).toBe([]);
      expectSubscriptions(left.subscriptions).toBe([]);
      expectSubscriptions(run.subscriptions).toBe("^-!");
    });
  });
});
