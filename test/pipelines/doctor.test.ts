import { map, NEVER, type Observable, throwError } from "rxjs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { SourceError } from "../../src/errors.ts";
import type { StreamEvent } from "../../src/events.ts";
import { type DoctorResponse, doctor } from "../../src/pipelines/doctor.ts";
import type { Item, Source } from "../../src/sources/source.ts";
import { virtualTime } from "../marbles/virtualTime.ts";
import { replayUpstream } from "../support/replay-upstream.ts";

const env = { upstream: replayUpstream(() => undefined), keys: {} };

const source = (id: string, open: () => Observable<Item>): Source => ({
  id,
  category: "search",
  title: id,
  docs: "https://example.com/docs",
  ttlMs: 1000,
  query: { describe: "words", example: "x", options: z.object({}) },
  item: z.object({}),
  open,
});

const told = ({ event, data }: StreamEvent<DoctorResponse>): string => {
  if (event === "section") return `${data.name} ${data.value}`;
  if (event === "source") return `${data.id} ${data.status}${"items" in data ? ` ${data.items}` : ""}`;
  if (event === "done") return `${data.items.map(({ id }) => id).join()} ${JSON.stringify(data.counts)}`;
  return event;
};
const item = { i: { source: "x" } };

describe("doctor", () => {
  it("says how many are asked, each as it is done, and all in their order", () =>
    virtualTime(({ cold, expectObservable }) => {
      const sources = [
        source("slow", () => cold("---------(i|)", item)),
        source("fast", () => cold("-----(ii|)", item)),
        source("no", () => throwError(() => new SourceError("blocked", "No."))),
        source("none", () => cold("-------|")),
      ];
      expectObservable(doctor(sources, env).pipe(map(told))).toBe("(ab)-c-d-(ef|)", {
        a: "asked 4",
        b: "no blocked 0",
        c: "fast ok 2",
        d: "none empty 0",
        e: "slow ok 1",
        f: `slow,fast,no,none {"ok":2,"blocked":1,"empty":1}`,
      });
    }));

  it("leaves one that says nothing for thirty seconds behind", () =>
    virtualTime(({ expectObservable }) => {
      expectObservable(doctor([source("silent", () => NEVER)], env).pipe(map(told))).toBe("a 29999ms (bc|)", {
        a: "asked 1",
        b: "silent timeout 0",
        c: `silent {"timeout":1}`,
      });
    }));

  it("asks eight at once, five items each, and lets go of all when it is left", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions, flush }) => {
      const asked: string[] = [];
      const endless = cold("iiiiiiii", item);
      const hanging = cold<Item>("-");
      const sources = Array.from({ length: 10 }, (_, n) =>
        source(`s${n}`, () => {
          asked.push(`s${n}`);
          return n === 0 ? endless : hanging;
        }),
      );
      expectObservable(doctor(sources, env).pipe(map(told)), "^------!").toBe("a---b", {
        a: "asked 10",
        b: "s0 ok 5",
      });
      expectSubscriptions(endless.subscriptions).toBe("^---!");
      flush();
      expect(asked).toEqual(["s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8"]);
    }));
});
