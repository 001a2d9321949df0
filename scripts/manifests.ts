import { BROWSER_ENVIRONMENT, browserManifests, podAddress, probe, proxyPort } from "./browser-manifests.ts";
import { type Yaml, yamlFile } from "./yaml.ts";

const REST = 9093;
const MCP = 9094;
const REDIS = 6379;
const labels = (name: string) => ({ "app.kubernetes.io/name": "tributary", "app.kubernetes.io/component": name });

const healthy = (path: string, periodSeconds: number, failureThreshold: number): Yaml =>
  probe({ path, port: "rest" }, periodSeconds, failureThreshold);

const locked = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ["ALL"] },
};

const pod = { runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000, seccompProfile: { type: "RuntimeDefault" } };

/** What the service is told: the same in every process. */
export const ENVIRONMENT: Readonly<Record<string, string>> = {
  HOST: "0.0.0.0",
  DATA_DIR: "/data",
  REDIS_URL: `redis://tributary-redis:${REDIS}`,
  TASKS_REDIS_URL: `redis://tributary-tasks:${REDIS}`,
  ...BROWSER_ENVIRONMENT,
};

interface Process {
  readonly name: string;
  readonly component: string;
  readonly ports: readonly Yaml[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
  /** Seconds that it has to end what is under way. */
  readonly graceS: number;
}

/** Processes of the service: what they may do and how they are probed is the same for all. */
const deployment = ({ name, component, ports, environment = {}, command, graceS }: Process): Yaml => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name, labels: labels(component) },
  spec: {
    replicas: 2,
    selector: { matchLabels: labels(component) },
    template: {
      metadata: {
        labels: labels(component),
        annotations: { "prometheus.io/scrape": "true", "prometheus.io/port": String(REST) },
      },
      spec: {
        securityContext: pod,
        automountServiceAccountToken: false,
        terminationGracePeriodSeconds: graceS,
        containers: [
          {
            name: "tributary",
            image: "tributary:0.6.0",
            ...(command && { command }),
            ports: [...ports, proxyPort],
            env: [
              podAddress,
              ...Object.entries({ ...ENVIRONMENT, ...environment }).map(([key, value]) => ({ name: key, value })),
            ],
            envFrom: [{ secretRef: { name: "tributary" } }],
            startupProbe: healthy("/health/live", 2, 30),
            livenessProbe: healthy("/health/live", 10, 6),
            readinessProbe: healthy("/health/ready", 5, 2),
            resources: { requests: { cpu: "500m", memory: "512Mi" }, limits: { cpu: "4", memory: "3Gi" } },
            securityContext: locked,
            volumeMounts: [
              { name: "data", mountPath: "/data" },
              { name: "tmp", mountPath: "/tmp" },
            ],
          },
        ],
        volumes: [
          { name: "data", emptyDir: { sizeLimit: "5Gi" } },
          { name: "tmp", emptyDir: { sizeLimit: "1Gi" } },
        ],
      },
    },
  },
});

const rest: Yaml = { name: "rest", containerPort: REST };
/** Takes orders, answers everything else itself, and works on no task. */
const api = deployment({
  name: "tributary",
  component: "api",
  ports: [rest, { name: "mcp", containerPort: MCP }],
  environment: { TASKS_VISITS: "0" },
  graceS: 30,
});
/** Works on tasks; gives back at once what it has not ended after eight seconds. */
const worker = deployment({
  name: "tributary-worker",
  component: "worker",
  ports: [rest],
  environment: { PORT: String(REST) },
  command: ["node", "bin/tributary.mjs", "work"],
  graceS: 15,
});

interface Store {
  readonly name: string;
  readonly component: string;
  readonly maxMemory: string;
  readonly policy: "volatile-lru" | "noeviction";
  readonly memoryLimit: string;
  readonly storage: string;
}

const redis = ({ name, component, maxMemory, policy, memoryLimit, storage }: Store): Yaml => ({
  apiVersion: "apps/v1",
  kind: "StatefulSet",
  metadata: { name, labels: labels(component) },
  spec: {
    replicas: 1,
    serviceName: name,
    selector: { matchLabels: labels(component) },
    template: {
      metadata: { labels: labels(component) },
      spec: {
        securityContext: { ...pod, runAsUser: 999, fsGroup: 999 },
        automountServiceAccountToken: false,
        containers: [
          {
            name: "redis",
            image: "redis:8-alpine",
            args: ["redis-server", "--appendonly", "yes", "--maxmemory", maxMemory, "--maxmemory-policy", policy],
            ports: [{ name: "redis", containerPort: REDIS }],
            readinessProbe: { exec: { command: ["redis-cli", "ping"] }, periodSeconds: 5, timeoutSeconds: 2 },
            resources: { requests: { cpu: "100m", memory: "256Mi" }, limits: { cpu: "1", memory: memoryLimit } },
            securityContext: locked,
            volumeMounts: [{ name: "data", mountPath: "/data" }],
          },
        ],
      },
    },
    volumeClaimTemplates: [
      {
        metadata: { name: "data" },
        spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage } } },
      },
    ],
  },
});

const service = (name: string, component: string, ports: readonly Yaml[]): Yaml => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name, labels: labels(component) },
  spec: { selector: labels(component), ports },
});

/** Between two and ten processes, by processor time and by one figure more. */
const scaler = (name: string, component: string, figure: Yaml): Yaml => ({
  apiVersion: "autoscaling/v2",
  kind: "HorizontalPodAutoscaler",
  metadata: { name, labels: labels(component) },
  spec: {
    scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name },
    minReplicas: 2,
    maxReplicas: 10,
    metrics: [
      { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 70 } } },
      figure,
    ],
    behavior: { scaleDown: { stabilizationWindowSeconds: 300 } },
  },
});

/** A figure of each process. */
const ofPods = (name: string, averageValue: string): Yaml => ({
  type: "Pods",
  pods: { metric: { name }, target: { type: "AverageValue", averageValue } },
});

/** A figure that every process shows of all of them: shared by their number. */
const ofAll = (name: string, averageValue: string): Yaml => ({
  type: "External",
  external: { metric: { name }, target: { type: "AverageValue", averageValue } },
});

const disruption = (name: string, component: string): Yaml => ({
  apiVersion: "policy/v1",
  kind: "PodDisruptionBudget",
  metadata: { name },
  spec: { minAvailable: 1, selector: { matchLabels: labels(component) } },
});

export const MANIFESTS: readonly Yaml[] = [
  api,
  service("tributary", "api", [
    { name: "rest", port: REST, targetPort: "rest" },
    { name: "mcp", port: MCP, targetPort: "mcp" },
  ]),
  scaler("tributary", "api", ofPods("tributary_queue_oldest_seconds", "2")),
  disruption("tributary", "api"),
  worker,
  // Of its 24 places; pages that wait for a host's pace take none, and more workers would not help them.
  scaler("tributary-worker", "worker", ofAll("tributary_task_visits", "20")),
  disruption("tributary-worker", "worker"),
  redis({
    name: "tributary-redis",
    component: "redis",
    maxMemory: "512mb",
    policy: "volatile-lru",
    memoryLimit: "1Gi",
    storage: "5Gi",
  }),
  service("tributary-redis", "redis", [{ name: "redis", port: REDIS, targetPort: "redis" }]),
  redis({
    name: "tributary-tasks",
    component: "tasks",
    maxMemory: "4gb",
    policy: "noeviction",
    memoryLimit: "6Gi",
    storage: "20Gi",
  }),
  service("tributary-tasks", "tasks", [{ name: "redis", port: REDIS, targetPort: "redis" }]),
  ...browserManifests({ labels, pod, locked }),
];

/** deploy/kubernetes.yaml */
export const kubernetesFile = (): string =>
  yamlFile(MANIFESTS, "Made by npm run docs out of scripts/manifests.ts. docs/deployment.md says how it is used.");
