import { type Yaml, yamlFile } from "./yaml.ts";

const REST = 9093;
const MCP = 9094;
const REDIS = 6379;
const labels = (name: string) => ({ "app.kubernetes.io/name": "tributary", "app.kubernetes.io/component": name });

const probe = (path: string, periodSeconds: number, failureThreshold: number) => ({
  httpGet: { path, port: "rest" },
  periodSeconds,
  timeoutSeconds: 5,
  failureThreshold,
});

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
};

const api: Yaml = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "tributary", labels: labels("api") },
  spec: {
    replicas: 2,
    selector: { matchLabels: labels("api") },
    template: {
      metadata: {
        labels: labels("api"),
        annotations: { "prometheus.io/scrape": "true", "prometheus.io/port": String(REST) },
      },
      spec: {
        securityContext: pod,
        automountServiceAccountToken: false,
        terminationGracePeriodSeconds: 30,
        containers: [
          {
            name: "tributary",
            image: "tributary:0.6.0",
            ports: [
              { name: "rest", containerPort: REST },
              { name: "mcp", containerPort: MCP },
            ],
            env: Object.entries(ENVIRONMENT).map(([name, value]) => ({ name, value })),
            envFrom: [{ secretRef: { name: "tributary" } }],
            startupProbe: probe("/health/live", 2, 30),
            livenessProbe: probe("/health/live", 10, 6),
            readinessProbe: probe("/health/ready", 5, 2),
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
};

const redis: Yaml = {
  apiVersion: "apps/v1",
  kind: "StatefulSet",
  metadata: { name: "tributary-redis", labels: labels("redis") },
  spec: {
    replicas: 1,
    serviceName: "tributary-redis",
    selector: { matchLabels: labels("redis") },
    template: {
      metadata: { labels: labels("redis") },
      spec: {
        securityContext: { ...pod, runAsUser: 999, fsGroup: 999 },
        automountServiceAccountToken: false,
        containers: [
          {
            name: "redis",
            image: "redis:8-alpine",
            args: ["redis-server", "--appendonly", "yes", "--maxmemory", "512mb", "--maxmemory-policy", "volatile-lru"],
            ports: [{ name: "redis", containerPort: REDIS }],
            readinessProbe: { exec: { command: ["redis-cli", "ping"] }, periodSeconds: 5, timeoutSeconds: 2 },
            resources: { requests: { cpu: "100m", memory: "256Mi" }, limits: { cpu: "1", memory: "1Gi" } },
            securityContext: locked,
            volumeMounts: [{ name: "data", mountPath: "/data" }],
          },
        ],
      },
    },
    volumeClaimTemplates: [
      {
        metadata: { name: "data" },
        spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "5Gi" } } },
      },
    ],
  },
};

const service = (name: string, component: string, ports: readonly Yaml[]): Yaml => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name, labels: labels(component) },
  spec: { selector: labels(component), ports },
});

const scaler: Yaml = {
  apiVersion: "autoscaling/v2",
  kind: "HorizontalPodAutoscaler",
  metadata: { name: "tributary", labels: labels("api") },
  spec: {
    scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "tributary" },
    minReplicas: 2,
    maxReplicas: 10,
    metrics: [
      { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 70 } } },
      {
        type: "Pods",
        pods: {
          metric: { name: "tributary_queue_oldest_seconds" },
          target: { type: "AverageValue", averageValue: "2" },
        },
      },
    ],
    behavior: { scaleDown: { stabilizationWindowSeconds: 300 } },
  },
};

const disruption: Yaml = {
  apiVersion: "policy/v1",
  kind: "PodDisruptionBudget",
  metadata: { name: "tributary" },
  spec: { minAvailable: 1, selector: { matchLabels: labels("api") } },
};

export const MANIFESTS: readonly Yaml[] = [
  api,
  service("tributary", "api", [
    { name: "rest", port: REST, targetPort: "rest" },
    { name: "mcp", port: MCP, targetPort: "mcp" },
  ]),
  scaler,
  disruption,
  redis,
  service("tributary-redis", "redis", [{ name: "redis", port: REDIS, targetPort: "redis" }]),
];

/** deploy/kubernetes.yaml */
export const kubernetesFile = (): string =>
  yamlFile(MANIFESTS, "Made by npm run docs out of scripts/manifests.ts. docs/deployment.md says how it is used.");
