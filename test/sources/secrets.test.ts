import { firstValueFrom, of, throwError } from "rxjs";
import { TestScheduler } from "rxjs/testing";
import { describe, expect, it } from "vitest";
import { SourceError } from "../../src/errors.ts";
import { defineCategory, defineSource } from "../../src/sources/define.ts";
import { text } from "../../src/sources/kit/requests/query.ts";
import { BaseItem } from "../../src/sources/kit/values/fields.ts";
import { runSource } from "../../src/sources/run.ts";
import { hidingSecrets, secretsOf } from "../../src/sources/secrets.ts";
import { createCircuitBreaker } from "../../src/upstream/circuit-breaker.ts";
import { replayUpstream } from "../support/replay-upstream.ts";

describe("secretsOf", () => {
  it("is every key but those that name a place or a person", () =>
    expect(
      secretsOf({
        A_API_KEY: "sk-123456",
        A_URL: "https://mine.example",
        A_EMAIL: "me@example.org",
        A_VERSION: "20260701",
        B: "short",
      }),
    ).toEqual(["sk-123456"]));
});

describe("hidingSecrets", () => {
  it("passes items, takes secrets out of failures, and unsubscribes", () => {
    new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(
      ({ cold, expectObservable, expectSubscriptions }) => {
        const hide = hidingSecrets<string>(["sk-1/23456"]);
        const said = new SourceError("blocked", "key sk-1/23456 (sk-1%2F23456) is spent");
        const hidden = new SourceError("blocked", "key ••• (•••) is spent");
        const source$ = cold("--a--#", { a: "a" }, said);
        expectObservable(source$.pipe(hide)).toBe("--a--#", { a: "a" }, hidden);
        const long$ = cold("--a-----b|");
        expectObservable(long$.pipe(hide), "----!").toBe("--a--");
        expectSubscriptions(long$.subscriptions).toBe("^---!");
      },
    );
  });
});

it("neither an answer nor the source's state repeats a key that the upstream repeated", async () => {
  const resting = createCircuitBreaker();
  const definition = defineSource({
    id: "echo",
    title: "Echo",
    docs: "https://echo.example",
    key: { env: ["ECHO_KEY"], required: true },
    query: text("words", "a"),
    item: BaseItem,
    read: (_input, context) =>
      context.cached(
        "page",
        throwError(() => new SourceError("blocked", `the key ${context.keys["ECHO_KEY"]} has no quota`)),
      ),
  });
  const [source] = defineCategory("test", "Test", 1000, [definition]).sources;
  if (!source) throw new Error("no source");
  const upstream = { ...replayUpstream(() => undefined), circuitBreaker: resting };
  const ask = { q: "a", pagecount: 1, noCache: false, options: {} };
  const items$ = runSource(source, ask, { upstream, keys: { ECHO_KEY: "sk-secret" } });
  await expect(firstValueFrom(items$)).rejects.toThrow("the key ••• has no quota");
  expect(resting.state("echo").lastError?.error).toBe("the key ••• has no quota");
  await expect(firstValueFrom(of(1).pipe(hidingSecrets([])))).resolves.toBe(1);
});
