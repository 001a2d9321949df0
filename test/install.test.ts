import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { minVersion, satisfies } from "semver";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ended, launched } from "./e2e/processes.ts";

const read = (name: string): string => readFileSync(join(import.meta.dirname, "..", name), "utf8");
const Engines = z.object({ node: z.string().optional() }).optional();
const manifest = z.object({ engines: z.object({ node: z.string() }) }).parse(JSON.parse(read("package.json")));
const lock = z
  .object({ packages: z.record(z.string(), z.looseObject({ engines: Engines })) })
  .parse(JSON.parse(read("package-lock.json")));

it("no package wants another Node than those that are documented", () => {
  const least = minVersion(manifest.engines.node)?.version ?? "";
  expect(read("README.md")).toContain(`Any Node from ${least.replace(/\.0$/, "")} on`);
  for (const version of [least, "24.0.0", process.versions.node]) {
    const unfit = Object.entries(lock.packages).filter(([, { engines }]) => !satisfies(version, engines?.node ?? "*"));
    expect([version, unfit.map(([name]) => name)]).toEqual([version, []]);
  }
});

it("the clients of other services that the tests run are no packages of the root", () => {
  const Manifest = z.object({ dependencies: z.record(z.string(), z.string()) });
  const clients = Manifest.parse(JSON.parse(read("test/clients/package.json"))).dependencies;
  expect(Object.keys(clients).length).toBeGreaterThan(0);
  expect(Object.keys(clients).filter((name) => lock.packages[`node_modules/${name}`])).toEqual([]);
});

describe("the image", () => {
  const dockerfile = read("Dockerfile");

  it("has one Node: its own", () => {
    expect(dockerfile).toContain("npm ci --ignore-scripts");
    expect(dockerfile).toMatch(/rm -rf .*node_modules\/node /);
  });

  it("is healthy where its service answers, whatever its port", async () => {
    const [, words = "[]"] = /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(dockerfile) ?? [];
    const [program, ...rest] = z.array(z.string()).parse(JSON.parse(words));
    expect(program).toBe("node");
    const server = createServer((request, response) =>
      response.writeHead(request.url === "/health/live" ? 200 : 404).end(),
    );
    await new Promise<void>((bound) => server.listen(0, "127.0.0.1", bound));
    const { port } = server.address() as AddressInfo;
    const check = async () => (await ended(launched(rest, { PORT: String(port) }))).status;
    expect(await check()).toBe(0);
    await new Promise((closed) => server.close(closed));
    expect(await check()).toBe(1);
  });
});
