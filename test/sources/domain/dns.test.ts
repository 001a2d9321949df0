import { lastValueFrom, of, toArray } from "rxjs";
import { expect, it } from "vitest";
import { sources } from "../../../src/sources/registry.ts";
import { runSource } from "../../../src/sources/run.ts";
import type { Notice } from "../../../src/sources/source.ts";
import type { DnsAnswer } from "../../../src/upstream/types.ts";
import { replayUpstream } from "../../support/replay-upstream.ts";

it("says that a name does not exist, which is more than that it has no records", async () => {
  const source = sources.find(({ category, id }) => category === "domain" && id === "dns");
  if (!source) throw new Error("there is no source of that name");
  const asking = async (code: DnsAnswer["code"]) => {
    const upstream = { ...replayUpstream(() => undefined), dns: () => of({ code, records: [] }) };
    const notices: Notice[] = [];
    const onNotice = (_: string, notice: Notice) => void notices.push(notice);
    const ask = { q: "nowhere.example", pagecount: 1, noCache: false, options: { type: "A,MX" } };
    expect(await lastValueFrom(runSource(source, ask, { upstream, keys: {}, onNotice }).pipe(toArray()))).toEqual([]);
    return [...new Set(notices.map((notice) => (notice.kind === "note" ? notice.text : notice.kind)))];
  };
  expect(await asking("NXDOMAIN")).toEqual(["nowhere.example does not exist (NXDOMAIN)."]);
  expect(await asking("NOERROR")).toEqual([]);
});
