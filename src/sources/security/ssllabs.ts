import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { cachedReader } from "../kit/compose/cached-reader.ts";
import { json } from "../kit/readers/json.ts";
import { domain } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import type { Judge } from "../kit/responses/answer.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { unixMillis } from "../kit/values/dates.ts";
import { BaseItem, HttpUrl, IsoDate } from "../kit/values/fields.ts";

/** A test takes a minute or two, and SSL Labs keeps its reports itself: a partial one must not be kept for long. */
const MINUTE_MS = 60_000;

const judge: Judge = ({ status, url }) =>
  url.includes("/v3/") && [401, 403, 404, 410].includes(status)
    ? new SourceError("missing-key", "SSL Labs answers registered addresses only: set SSLLABS_EMAIL.")
    : undefined;

/** What a 400 holds: `{"errors": [{"field": "host", "message": "…"}]}`. */
const Refusal = z.object({ errors: z.array(z.object({ field: z.string().nullish(), message: z.string() })) });

/** A server of the host as the API answers it. */
const Endpoint = z.object({
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
const Report = z.object({
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
function itemOf(
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

export const ssllabs = defineSource({
  id: "ssllabs",
  title: "SSL Labs server test",
  docs: "https://github.com/ssllabs/ssllabs-scan/blob/master/ssllabs-api-docs-v4.md",
  terms: "non-commercial use; a registered e-mail address opens the current API",
  key: {
    env: ["SSLLABS_EMAIL"],
    required: false,
    from: "https://github.com/ssllabs/ssllabs-scan/blob/master/ssllabs-api-docs-v4.md",
  },
  query: domain(
    "a host name; a fresh test takes a minute or two, so ask again while its status is not READY",
    "ssllabs.com",
  ),
  item: BaseItem.extend({
    title: z.string(),
    url: HttpUrl,
    host: z.string(),
    port: z.int().min(1).max(65_535).optional(),
    status: z.enum(["READY", "IN_PROGRESS", "DNS"]).describe("READY: the report is whole"),
    statusMessage: z.string().optional(),
    ipAddress: z.string().optional().describe("the server tested; absent while the name is being resolved"),
    serverName: z.string().optional(),
    grade: z.string().optional().describe("A+ to F, T: not trusted, M: another host's certificate"),
    gradeTrustIgnored: z.string().optional(),
    hasWarnings: z.boolean().optional(),
    protocols: z.array(z.string()).optional().describe("protocol versions offered"),
    progressPercent: z.number().min(0).max(100).optional(),
    testedAt: IsoDate.optional(),
    engineVersion: z.string().optional(),
    criteriaVersion: z.string().optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: cachedReader(
    MINUTE_MS,
    json({
      request: ({ domain, key }) =>
        get(
          `https://api.ssllabs.com/api/${key ? "v4" : "v3"}/analyze`,
          { host: domain, fromCache: "on", maxAge: 24, all: "done" },
          key ? { headers: { email: key } } : {},
        ),
      judge,
      refused: (body) => {
        const errors = Refusal.safeParse(body).data?.errors;
        if (errors) {
          const said = errors.map(({ field, message }) => [field, message].filter(Boolean).join(": ")).join("; ");
          return new SourceError("bad-query", `SSL Labs refused the query (${said}).`);
        }
        const report = Report.safeParse(body).data;
        if (report?.status !== "ERROR") return undefined;
        const said = report.statusMessage ?? "the test failed";
        return new SourceError(
          /resolve/i.test(said) ? "not-found" : "unreachable",
          `SSL Labs says: ${quotedSaying(said)}.`,
        );
      },
      body: Report,
      items: (report, _input, _response, context) => {
        const { host, status, endpoints } = report;
        if (status !== "READY" && status !== "ERROR")
          context.notice({ kind: "note", text: `SSL Labs is testing ${host}; ask again in a minute or two.` });
        const tested: readonly (z.output<typeof Endpoint> | undefined)[] =
          endpoints && endpoints.length > 0 ? endpoints : status === "READY" ? [] : [undefined];
        return tested.flatMap((endpoint) => (status === "ERROR" ? [] : [itemOf({ ...report, status }, endpoint)]));
      },
    }),
  ),
});
