import { type Observable, of, throwError } from "rxjs";
import { describe, expect, it } from "vitest";
import { SourceError } from "../../../../src/errors.ts";
import { browser } from "../../../../src/sources/kit/readers/browser.ts";
import { askDns, dns } from "../../../../src/sources/kit/readers/dns.ts";
import { tls } from "../../../../src/sources/kit/readers/tls.ts";
import { whois } from "../../../../src/sources/kit/whois/whois.ts";
import type { DnsAnswer, Upstream } from "../../../../src/upstream/types.ts";
import { replayUpstream } from "../../../support/replay-upstream.ts";
import { marbles, type Reading, reading } from "../reading.ts";

/** A context of which only the named part of the door to the network is there. */
const through = (given: Partial<Upstream>): Reading =>
  reading(() => "", { upstream: { ...replayUpstream(() => undefined), ...given } });

describe("dns", () => {
  const asked = dns({
    questions: (names: readonly string[]) => names.map((name) => ({ name, type: "A" as const })),
    items: ({ code, records }, { name }) => (code === "NXDOMAIN" ? [] : [`${name} ${records.length}`]),
  });
  const answers: Readonly<Record<string, DnsAnswer>> = {
    there: { code: "NOERROR", records: [] },
    nowhere: { code: "NXDOMAIN", records: [] },
    ill: { code: "SERVFAIL", records: [] },
    shut: { code: "REFUSED", records: [] },
  };
  const door = (late: (answer: DnsAnswer) => Observable<DnsAnswer>) =>
    through({ dns: (name) => late(answers[name] ?? { code: "OTHER", records: [] }) });

  it("emits as answers come; a name that does not exist is an empty answer, a failure is noted", () => {
    marbles().run(({ cold, expectObservable, flush }) => {
      const context = door((answer) => cold(answer.code === "NOERROR" ? "---(x|)" : "-(x|)", { x: answer }));
      expectObservable(asked(["there", "nowhere", "ill"], context)).toBe("---(a|)", { a: "there 0" });
      flush();
      expect(context.notices).toEqual([
        { kind: "note", text: "The name servers of ill failed on the A question (SERVFAIL)." },
      ]);
    });
  });

  it("fails as the first did when every question failed", () => {
    marbles().run(({ cold, expectObservable }) => {
      const context = door((answer) => cold("-(x|)", { x: answer }));
      const failure = new SourceError("blocked", "The name server refused the A question for shut.");
      expectObservable(asked(["shut", "ill"], context)).toBe("-#", {}, failure);
    });
  });

  it("asks nothing before it is subscribed, and lets go of what it asked", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const slow = cold<DnsAnswer>("-----|");
      const context = through({ dns: () => slow });
      expectObservable(asked(["there"], context), "--!").toBe("---");
      expectSubscriptions(slow.subscriptions).toBe("^-!");
    });
  });

  it("takes codes unknown to it for a refusal", () => {
    let failure: unknown;
    askDns({ name: "odd", type: "MX" }, door(of)).subscribe({
      error: (error) => {
        failure = error;
      },
    });
    expect(failure).toMatchObject({ kind: "blocked" });
  });
});

describe("tls", () => {
  it("reads the report of the host and port that are meant, held by their names", () => {
    const report = {
      host: "a.example",
      port: 8443,
      chain: [],
      protocol: "TLSv1.3",
      cipher: "TLS_AES_128_GCM_SHA256",
      authorized: true,
      ocspStapled: false,
    };
    const context = through({ tls: (host, port) => of({ ...report, host, port }) });
    const read = tls({
      target: (host: string) => ({ host, port: 8443 }),
      items: (found, asked) => [`${asked}: ${found.host}:${found.port}`],
    });
    const seen: string[] = [];
    read("a.example", context).subscribe((line) => seen.push(line));
    expect(seen).toEqual(["a.example: a.example:8443"]);
    expect(context.held).toEqual([{ name: "tls a.example 8443", holding: undefined }]);
  });
});

describe("browser", () => {
  it("reads the shot of its job, and holds the items rather than the picture", () => {
    const shot = { title: "A", status: 200, width: 8, height: 6, image: new Uint8Array(3) };
    const job = { width: 8, height: 6, fullPage: false, format: "png", dark: false, delayMs: 0 } as const;
    const held: unknown[] = [];
    const context: Reading = {
      ...through({ screenshot: ({ url }) => of({ ...shot, url }) }),
      cached: (_name, value$) => {
        value$.subscribe((value) => held.push(value));
        return value$;
      },
    };
    const read = browser({
      job: (url: string) => ({ ...job, url }),
      items: ({ url, image }) => [{ url, bytes: image.byteLength }],
    });
    const seen: unknown[] = [];
    read("https://a.example/", context).subscribe((item) => seen.push(item));
    expect(seen).toEqual([{ url: "https://a.example/", bytes: 3 }]);
    expect(held).toEqual([[{ url: "https://a.example/", bytes: 3 }]]);
  });
});

describe("whois", () => {
  const chain = ["root", "registry", "registrar", "reseller", "one too many"];
  const conversation = whois({
    judge: (text) => (text === "busy" ? new SourceError("rate-limited", "busy") : undefined),
    next: (answers, input: { readonly from: number }) => {
      const server = chain[answers.length + input.from];
      return server === undefined || answers.at(-1)?.text === "end"
        ? undefined
        : { server, question: "a.example", optional: answers.length > 0, sharedForMs: answers.length > 0 ? 0 : 1000 };
    },
    items: (answers) => answers.map(({ server, text }) => `${server}: ${text}`),
  });
  const items = (respond: (server: string) => Observable<string>, from = 0) => {
    const context = through({ whois: respond });
    const seen: unknown[] = [];
    conversation({ from }, context).subscribe({ next: (item) => seen.push(item), error: (error) => seen.push(error) });
    return { seen, context };
  };

  it("asks one server after another until the answers are the whole", () => {
    const { seen, context } = items((server) => of(server === "registrar" ? "end" : "refer"));
    expect(seen).toEqual(["root: refer", "registry: refer", "registrar: end"]);
    expect(context.held.map(({ name, holding }) => [name, holding?.ttlMs])).toEqual([
      ["whois root a.example", 1000],
      ["whois registry a.example", undefined],
      ["whois registrar a.example", undefined],
    ]);
  });

  it("asks four servers at most", () => {
    expect(items(() => of("refer")).seen).toHaveLength(4);
  });

  it("fails where a question that is needed fails or is refused", () => {
    expect(items(() => of("busy")).seen).toMatchObject([{ kind: "rate-limited" }]);
  });

  it("notes the failure of a further question and reads what it has", () => {
    const down = new SourceError("unreachable", "down");
    const { seen, context } = items((server) => (server === "root" ? of("refer") : throwError(() => down)));
    expect(seen.slice(0, 2)).toEqual(["root: refer", "registry: undefined"]);
    expect(context.notices).toContainEqual({ kind: "note", text: "down" });
  });
});
