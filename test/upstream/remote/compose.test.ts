import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { firstValueFrom, of } from "rxjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { readConfig } from "../../../src/config.ts";
import { createBrowser } from "../../../src/upstream/browser.ts";
import { createGuard } from "../../../src/upstream/guard.ts";
import { BY_THE_CLOCK } from "../../support/until.ts";
import { loopback } from "../loopback.ts";
import { foreignChromium, INSTALLED } from "./chromium.ts";

const Service = z.looseObject({
  networks: z.array(z.string()).optional(),
  command: z.union([z.string(), z.array(z.string())]).optional(),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
});
const { services, networks } = z
  .object({
    services: z.record(z.string(), Service),
    networks: z.record(z.string(), z.object({ internal: z.boolean() })),
  })
  .parse(parse(readFileSync(new URL("../../../compose.yaml", import.meta.url), "utf8")));
const { browser } = services;

describe("the browser of compose.yaml", () => {
  it("shares a network with the service alone, which leads nowhere else", () => {
    const within = Object.entries(services).filter(([, service]) => service.networks?.includes("browser"));
    expect(within.map(([name]) => name).toSorted()).toEqual(["browser", "tributary"]);
    expect(browser?.networks).toEqual(["browser"]);
    expect(networks["browser"]).toEqual({ internal: true });
  });

  it("may do no more than it needs", () => {
    expect(browser).toMatchObject({
      read_only: true,
      tmpfs: ["/tmp"],
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      mem_limit: expect.any(String),
      pids_limit: expect.any(Number),
    });
  });
});

describe.runIf(INSTALLED)("a Chromium with the flags of compose.yaml", BY_THE_CLOCK, () => {
  let chromium: Awaited<ReturnType<typeof foreignChromium>>;
  beforeAll(async () => {
    chromium = await foreignChromium([browser?.command ?? []].flat());
  });
  afterAll(() => chromium.kill());

  it("renders, asking for all through the service's proxy", async () => {
    await using site = await loopback((request, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      response.end(request.url === "/" ? "<body><script>document.body.append('Made in a container')</script>" : "");
    });
    const { port } = await freePort();
    const config = readConfig({
      BROWSER_URL: chromium.url,
      BROWSER_PROXY: `127.0.0.1:${port}`,
      ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32",
    });
    const remote = createBrowser(
      config,
      createGuard(config, () => of(["127.0.0.1"])),
    );
    // A name that this machine does not know: without the proxy it would lead nowhere.
    const url = site.url.replace("127.0.0.1", "site.test");
    const { body } = await firstValueFrom(remote.render({ url, as: "flattened" }));
    expect(String(body)).toContain("Made in a container");
    expect(remote.state()).toMatchObject({ kind: "remote", guard: "proxy" });
    await remote.close();
  });

  it("is healthy by the file's own check, and is not where nothing listens", async () => {
    const [how, program = "", ...words] = browser?.healthcheck?.test ?? [];
    expect(how).toBe("CMD");
    const checked = (port: string) =>
      spawnSync(
        program,
        words.map((word) => word.replace("/9222;", `/${port};`)),
        { timeout: 30_000 },
      ).status;
    expect(checked(new URL(chromium.url).port)).toBe(0);
    const { port } = await freePort();
    expect(checked(String(port))).not.toBe(0);
  });
});

/** A port at which nobody listens. */
async function freePort(): Promise<{ readonly port: number }> {
  await using server = await loopback((_request, response) => void response.end());
  return { port: server.port };
}
