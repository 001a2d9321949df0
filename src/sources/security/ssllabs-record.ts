import { z } from "zod";
import { unixMillis } from "../kit/values.ts";

/** A server of the host as the API answers it. */
export const Endpoint = z.object({
  ipAddress: z.string(),
  serverName: z.string().nullish(),
  statusMessage: z.string().nullish(),
  grade: z.string().nullish(),
  gradeTrustIgnored: z.string().nullish(),
  hasWarnings: z.boolean().nullish(),
  progress: z.number().nullish(),
  details: z.object({ protocols: z.array(z.object({ name: z.string(), version: z.string() })).nullish() }).nullish(),
});

/** A report as the API answers it. */
export const Report = z.object({
  host: z.string(),
  port: z.int().nullish(),
  status: z.enum(["READY", "IN_PROGRESS", "DNS", "ERROR"]),
  statusMessage: z.string().nullish(),
  testTime: z.number().nullish(),
  engineVersion: z.string().nullish(),
  criteriaVersion: z.string().nullish(),
  endpoints: z.array(Endpoint).nullish(),
});

/** What SSL Labs says of a server. */
export function itemOf(
  report: z.output<typeof Report> & { status: "READY" | "IN_PROGRESS" | "DNS" },
  endpoint: z.output<typeof Endpoint> | undefined,
) {
  const { host } = report;
  const { ipAddress, grade, progress } = endpoint ?? {};
  const at = ipAddress ? `${host} (${ipAddress})` : host;
  return {
    title: grade ? `${at}: ${grade}` : at,
    url: `https://www.ssllabs.com/ssltest/analyze.html?d=${host}${ipAddress ? `&s=${ipAddress}` : ""}`,
    host,
    port: report.port,
    status: report.status,
    statusMessage: endpoint?.statusMessage ?? report.statusMessage,
    ipAddress,
    serverName: endpoint?.serverName,
    grade,
    gradeTrustIgnored: endpoint?.gradeTrustIgnored,
    hasWarnings: endpoint?.hasWarnings,
    protocols: endpoint?.details?.protocols?.map(({ name, version }) => `${name} ${version}`),
    progressPercent: progress !== -1 ? progress : undefined,
    testedAt: unixMillis(report.testTime),
    engineVersion: report.engineVersion,
    criteriaVersion: report.criteriaVersion,
  };
}
