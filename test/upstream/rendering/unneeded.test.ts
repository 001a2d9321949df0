import { createRequire } from "node:module";
import { lastValueFrom } from "rxjs";
import { afterAll, describe, expect, it } from "vitest";
import { readConfig } from "../../../src/config.ts";
import { extract } from "../../../src/pipelines/extract.ts";
import { oneShot } from "../../../src/pipelines/one-shot.ts";
import { findChromium } from "../../../src/upstream/find-chromium.ts";
import { createUpstream } from "../../../src/upstream/upstream.ts";
import { BY_THE_CLOCK } from "../../support/until.ts";
import { loopback } from "../loopback.ts";

const installed = findChromium(readConfig(process.env)) !== undefined;
const { cache } = createRequire(import.meta.url);
/** Whether what drives a browser is in memory: it is several times as large as the rest of the service's start. */
const isLoaded = (): boolean => Object.keys(cache).some((path) => path.includes("playwright-core"));

describe.runIf(installed)("what drives a browser", BY_THE_CLOCK, () => {
  const upstreams: { close(): Promise<void> }[] = [];
  afterAll(async () => {
    await Promise.all(upstreams.map((upstream) => upstream.close()));
  });

  it("is not loaded before a page needs one", async () => {
    await using site = await loopback((request, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      if (request.url === "/app")
        response.end("<body><script>document.body.append('Made by a script. '.repeat(30))</script>");
      else
        response.end(
          `<body><h1>A page</h1><p>${"It has words of its own, and they are enough. ".repeat(30)}</p><script src="/x.js"></script>`,
        );
    });
    const upstream = createUpstream(readConfig({ ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32", RENDER_DEFAULT: "auto" }));
    upstreams.push(upstream);
    const read = async (path: string) => {
      const request = {
        urls: [site.url + path],
        includeImages: false,
        includeRawContent: true,
        format: "text" as const,
      };
      const { results } = await lastValueFrom(oneShot(extract(request, { upstream })));
      return results[0];
    };
    expect(await read("/")).toMatchObject({
      rendered: false,
      raw_content: expect.stringContaining("words of its own"),
    });
    expect(upstream.rendering.state?.()).toMatchObject({ state: "idle", served: 0 });
    expect(isLoaded()).toBe(false);
    expect(await read("/app")).toMatchObject({
      rendered: true,
      raw_content: expect.stringContaining("Made by a script."),
    });
    expect(isLoaded()).toBe(true);
  });
});
