import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { firstValueFrom, of } from "rxjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
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

const kubernetes = parseAllDocuments(
  readFileSync(new URL("../../../deploy/kubernetes.yaml", import.meta.url), "utf8"),
).map((document) => document.toJS());
const named = (kind: string, name: string) => kubernetes.find((one) => one.kind === kind && one.metadata.name === name);

describe("the browser of deploy/kubernetes.yaml", () => {
  const { spec } = named("Deployment", "tributary-browser").spec.template;
  const [container] = spec.containers;

  it("is that of compose.yaml, and may do as little", () => {
    expect(container.args).toEqual(browser?.command);
    expect(container.image).toBe(browser?.["image"]);
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    expect(spec).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } });
    expect(container.resources.limits.memory).toBe("2Gi");
    expect(container.livenessProbe.httpGet).toEqual({ path: "/json/version", port: "devtools" });
  });

  it("is reached by the service's processes alone, and reaches their proxy alone", () => {
    const policy = named("NetworkPolicy", "tributary-browser").spec;
    expect(policy.podSelector.matchLabels).toEqual(
      named("Deployment", "tributary-browser").spec.template.metadata.labels,
    );
    expect(policy.policyTypes).toEqual(["Ingress", "Egress"]);
    const processes = ["api", "worker"].map((component) => ["app.kubernetes.io/component", component]);
    for (const [peers, port] of [
      [policy.ingress[0].from, policy.ingress[0].ports],
      [policy.egress[0].to, policy.egress[0].ports],
    ]) {
      expect(peers).toHaveLength(1);
      const [{ key, values }] = peers[0].podSelector.matchExpressions;
      expect(values.map((value: string) => [key, value])).toEqual(processes);
      expect(port).toHaveLength(1);
    }
    const url = new URL(variables("tributary")["BROWSER_URL"] ?? "");
    expect(url.hostname).toBe(named("Service", "tributary-browser").metadata.name);
    expect(policy.ingress[0].ports[0].port).toBe(Number(url.port));
  });

  const variables = (process: string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      named("Deployment", process).spec.template.spec.containers[0].env.map(
        ({ name, value }: { name: string; value: string }) => [name, value],
      ),
    );
  it.each(["tributary", "tributary-worker"])("finds the proxy of %s at the address of its own pod", (process) => {
    const [{ env, ports }] = named("Deployment", process).spec.template.spec.containers;
    const { port } = named("NetworkPolicy", "tributary-browser").spec.egress[0].ports[0];
    expect(env[0]).toEqual({ name: "POD_IP", valueFrom: { fieldRef: { fieldPath: "status.podIP" } } });
    expect(variables(process)["BROWSER_PROXY"]).toBe(`$(POD_IP):${port}`);
    expect(ports).toContainEqual({ name: "proxy", containerPort: port });
    const told = { ...variables(process), BROWSER_PROXY: `10.1.2.3:${port}`, ALLOW_PRIVATE_NETWORKS: "10.0.0.0/8" };
    expect(readConfig(told)).toMatchObject({ BROWSER_PROXY: `10.1.2.3:${port}` });
  });
});

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
