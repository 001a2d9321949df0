import type { Yaml } from "./yaml.ts";

/** Where the browser's DevTools protocol is spoken. */
const DEVTOOLS = 9222;
/** Where a process takes what the browser asks for its pages. */
const PROXY = 9095;
const NAME = "tributary-browser";

/** What Chromium is started with: as in compose.yaml. */
export const BROWSER_FLAGS: readonly string[] = [
  "--disable-gpu",
  "--disable-quic",
  "--disable-sync",
  "--disable-background-networking",
  "--disable-component-update",
  "--no-first-run",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
];

/** Environment variables of the processes that use the browser. Each has its proxy at its own pod's address: credentials are per process. */
export const BROWSER_ENVIRONMENT: Readonly<Record<string, string>> = {
  BROWSER_URL: `http://${NAME}:${DEVTOOLS}`,
  BROWSER_PROXY: `$(POD_IP):${PROXY}`,
};

/** Stands before what names it. */
export const podAddress: Yaml = { name: "POD_IP", valueFrom: { fieldRef: { fieldPath: "status.podIP" } } };
export const proxyPort: Yaml = { name: "proxy", containerPort: PROXY };

/** An HTTP probe of a container. */
export const probe = (
  httpGet: { readonly path: string; readonly port: string },
  periodSeconds: number,
  failureThreshold: number,
): Yaml => ({ httpGet, periodSeconds, timeoutSeconds: 5, failureThreshold });

interface Parts {
  readonly labels: (component: string) => Readonly<Record<string, string>>;
  readonly pod: Readonly<Record<string, Yaml>>;
  readonly locked: Readonly<Record<string, Yaml>>;
}

/** The browser, its address, and who may reach it and whom it may reach: the service's processes, and nobody else. */
export function browserManifests({ labels, pod, locked }: Parts): readonly Yaml[] {
  const alive = (periodSeconds: number, failureThreshold: number): Yaml =>
    probe({ path: "/json/version", port: "devtools" }, periodSeconds, failureThreshold);
  const processes: Yaml = {
    podSelector: {
      matchLabels: { "app.kubernetes.io/name": "tributary" },
      matchExpressions: [{ key: "app.kubernetes.io/component", operator: "In", values: ["api", "worker"] }],
    },
  };
  const metadata = { name: NAME, labels: labels("browser") };
  return [
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata,
      spec: {
        replicas: 1,
        selector: { matchLabels: labels("browser") },
        template: {
          metadata: { labels: labels("browser") },
          spec: {
            securityContext: pod,
            automountServiceAccountToken: false,
            enableServiceLinks: false,
            terminationGracePeriodSeconds: 5,
            containers: [
              {
                name: "chromium",
                image: "chromedp/headless-shell:stable",
                args: BROWSER_FLAGS,
                ports: [{ name: "devtools", containerPort: DEVTOOLS }],
                env: [{ name: "HOME", value: "/tmp" }],
                startupProbe: alive(2, 30),
                livenessProbe: alive(10, 3),
                readinessProbe: alive(5, 2),
                resources: { requests: { cpu: "500m", memory: "512Mi" }, limits: { cpu: "4", memory: "2Gi" } },
                securityContext: locked,
                volumeMounts: [
                  { name: "tmp", mountPath: "/tmp" },
                  { name: "shm", mountPath: "/dev/shm" },
                ],
              },
            ],
            volumes: [
              { name: "tmp", emptyDir: { sizeLimit: "1Gi" } },
              { name: "shm", emptyDir: { medium: "Memory", sizeLimit: "1Gi" } },
            ],
          },
        },
      },
    },
    {
      apiVersion: "v1",
      kind: "Service",
      metadata,
      spec: {
        selector: labels("browser"),
        // Of several browsers each has connections of its own: a process stays with one.
        sessionAffinity: "ClientIP",
        ports: [{ name: "devtools", port: DEVTOOLS, targetPort: "devtools" }],
      },
    },
    {
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      metadata,
      spec: {
        podSelector: { matchLabels: labels("browser") },
        policyTypes: ["Ingress", "Egress"],
        ingress: [{ from: [processes], ports: [{ protocol: "TCP", port: DEVTOOLS }] }],
        egress: [{ to: [processes], ports: [{ protocol: "TCP", port: PROXY }] }],
      },
    },
  ];
}
