import { NEVER, Observable, of, throwError } from "rxjs";
import { expect, it } from "vitest";
import { warmed } from "../../src/mcp/warm.ts";
import { until } from "../support/until.ts";

function depsWith(code: Observable<unknown>, loading?: Observable<unknown>) {
  const told: string[] = [];
  const deps = {
    categories: [{ id: "search", sources: [{ code }] }],
    env: { upstream: { loading: () => loading } },
    onFailure: (what: string, error: unknown) => void told.push(`${what}: ${String(error)}`),
  };
  return { deps, told };
}

it("loads the engines' code and the client of HTTP, and emits nothing", async () => {
  const loaded: string[] = [];
  const part = (name: string): Observable<unknown> =>
    new Observable((out) => {
      loaded.push(name);
      out.complete();
    });
  const { deps, told } = depsWith(part("engines"), part("http"));
  let ended = false;
  warmed(deps).subscribe({
    next: () => told.push("a value"),
    complete: () => {
      ended = true;
    },
  });
  await until(() => ended, "all is loaded, the tokenizer too");
  expect(loaded).toEqual(["engines", "http"]);
  expect(told).toEqual([]);
});

it("tells what cannot be loaded, and loads the rest", async () => {
  const { deps, told } = depsWith(
    throwError(() => new Error("gone")),
    of("http"),
  );
  let ended = false;
  warmed(deps).subscribe({
    complete: () => {
      ended = true;
    },
  });
  await until(() => ended, "the rest is loaded");
  expect(told).toEqual(["what a first call needs could not be loaded: Error: gone"]);
});

it("lets go of what is still loading when unsubscribed", () => {
  let left = false;
  const { deps } = depsWith(
    new Observable(() => () => {
      left = true;
    }),
    NEVER,
  );
  warmed(deps).subscribe().unsubscribe();
  expect(left).toBe(true);
});
