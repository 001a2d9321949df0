import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finalize, firstValueFrom, mergeMap, NEVER, Observable, range, timer, toArray } from "rxjs";
import { describe, expect, test } from "vitest";
import { hostsFile } from "../../src/upstream/hosts-file.ts";
import { createResolver } from "../../src/upstream/resolve.ts";
import { eventually, PATIENCE_MS } from "../support/until.ts";
import { door, nameServer } from "../upstream/loopback.ts";

/** A name server that says nothing about any name but `good.example`; lists what it was asked for. */
const silent = (): Observable<{ readonly endpoint: string; readonly asked: ReadonlySet<string> }> => {
  const asked = new Set<string>();
  const answers$ = nameServer((name) => {
    asked.add(name);
    return name === "good.example" ? ["192.0.2.1"] : "silence";
  });
  return answers$.pipe(mergeMap(({ endpoint }) => [{ endpoint, asked }]));
};

describe("names that nobody answers", () => {
  test("do not hold up the others, once who asked has left", async () => {
    const found = await firstValueFrom(
      silent().pipe(
        mergeMap(async ({ endpoint, asked }) => {
          const resolve = createResolver({ DNS_SERVER: endpoint }, { limitMs: PATIENCE_MS });
          const looking = range(300)
            .pipe(mergeMap((nth) => resolve(`unanswered-${nth}.example`)))
            .subscribe();
          await eventually(() => asked.size === 256);
          await firstValueFrom(timer(100));
          const atOnce = asked.size;
          looking.unsubscribe();
          const began = performance.now();
          const addresses = await firstValueFrom(resolve("good.example"));
          return { atOnce, addresses, soon: performance.now() - began < PATIENCE_MS / 2 };
        }),
      ),
    );
    expect(found).toEqual({ atOnce: 256, addresses: ["192.0.2.1"], soon: true });
  });

  test("are given up after the limit", async () => {
    const failure$ = silent().pipe(
      mergeMap(({ endpoint }) => createResolver({ DNS_SERVER: endpoint }, { limitMs: 100 })("dead.example")),
    );
    await expect(firstValueFrom(failure$)).rejects.toMatchObject({
      kind: "timeout",
      message: "dead.example could not be looked up: the name server that DNS_SERVER names did not answer in time.",
    });
  });

  test("leave none of the system's own look-ups behind, which cannot be cancelled", async () => {
    const resolve = createResolver({ DNS_SERVER: undefined });
    const looking = range(30)
      .pipe(mergeMap((nth) => resolve(`nobody-${nth}.invalid`)))
      .subscribe({ error: () => {} });
    const pending = process.getActiveResourcesInfo();
    looking.unsubscribe();
    expect(pending).not.toContain("GetAddrInfoReqWrap");
    expect(await eventually(() => !process.getActiveResourcesInfo().includes("QueryReqWrap"))).toBe(true);
  });

  test("are given up when the request is", async () => {
    let looking = 0;
    const lookup$ = new Observable<never>((answer) => {
      looking += 1;
      return NEVER.pipe(
        finalize(() => {
          looking -= 1;
        }),
      ).subscribe(answer);
    });
    await using http = door({}, { resolve: () => lookup$ });
    const request = http.http({ url: "http://slow.example/" }).subscribe();
    expect(await eventually(() => looking === 1)).toBe(true);
    request.unsubscribe();
    expect(await eventually(() => looking === 0)).toBe(true);
  });
});

test("who asks for the same name at the same time shares one question", async () => {
  const asked = await firstValueFrom(
    nameServer(() => ["192.0.2.1"]).pipe(
      mergeMap(async ({ endpoint, asked }) => {
        const resolve = createResolver({ DNS_SERVER: endpoint });
        const together = range(50).pipe(
          mergeMap(() => resolve("Shared.Example.")),
          toArray(),
        );
        const all = await firstValueFrom(together);
        return [all.length, asked("shared.example"), (await firstValueFrom(resolve("shared.example"))).length];
      }),
    ),
  );
  expect(asked).toEqual([50, 1, 1]);
});

describe("what the system knows beside its name servers", () => {
  const folder = mkdtempSync(join(tmpdir(), "tributary-names-"));
  const files = { hosts: join(folder, "hosts"), resolv: join(folder, "resolv.conf") };

  test("is its hosts file and its search list", async () => {
    writeFileSync(
      files.hosts,
      "# comment\n192.0.2.8 Gateway gw.inner # the way out\n2001:db8::8\tgateway\nbroken line\n",
    );
    writeFileSync(files.resolv, "nameserver 192.0.2.53\nsearch one.example two.example.\noptions edns0 ndots:2\n");
    const names = hostsFile(files);
    expect(names.listed("gateway")).toEqual(["192.0.2.8", "2001:db8::8"]);
    expect(names.listed("line")).toEqual([]);
    expect(names.candidates("short")).toEqual(["short.one.example", "short.two.example", "short"]);
    expect(names.candidates("a.b")).toEqual(["a.b", "a.b.one.example", "a.b.two.example"]);
    expect(names.candidates("a.b.c")).toEqual(["a.b.c"]);
    const resolve = createResolver({ DNS_SERVER: undefined }, { names });
    expect(await firstValueFrom(resolve("GATEWAY"))).toEqual(["192.0.2.8", "2001:db8::8"]);
    rmSync(folder, { recursive: true });
    expect([names.listed("gateway"), names.candidates("short")]).toEqual([[], ["short"]]);
  });
});
