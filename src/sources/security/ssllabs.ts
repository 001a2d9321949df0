import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import type { Judge } from "../kit/answer.ts";
import { BaseItem, HttpUrl, IsoDate } from "../kit/fields.ts";
import { json } from "../kit/json.ts";
import { kept } from "../kit/kept.ts";
import { domain } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { type Endpoint, itemOf, Report } from "./ssllabs-record.ts";

/** A test takes a minute or two, and SSL Labs keeps its reports itself: a partial one must not be kept for long. */
const MINUTE_MS = 60_000;

/** What a 400 holds: `{"errors": [{"field": "host", "message": "…"}]}`. */
const Refusal = z.object({ errors: z.array(z.object({ field: z.string().nullish(), message: z.string() })) });

const judge: Judge = ({ status, url }) =>
  url.includes("/v3/") && [401, 403, 404, 410].includes(status)
    ? new SourceError("missing-key", "SSL Labs answers registered addresses only: set SSLLABS_EMAIL.")
    : undefined;

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
  read: kept(
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
        return new SourceError(/resolve/i.test(said) ? "not-found" : "unreachable", `SSL Labs says: ${said}.`);
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
