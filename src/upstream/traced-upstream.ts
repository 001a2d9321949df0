import { map } from "rxjs";
import { keepingTrace, traced } from "../tracing/traced.ts";
import type { Tracing } from "../tracing/tracing.ts";
import type { HttpStream, Upstream } from "./types.ts";

/** What is asked for may say what a user asked: told only where it may be. */
const asked = ({ tellsQueries }: Tracing, name: string, value: string) => (tellsQueries ? { [name]: value } : {});

/** The upstream with a span for each exchange that is not HTTP, whose answers belong to whoever asked, whatever they were shared with. */
export const tracedUpstream = (upstream: Upstream): Upstream => ({
  ...upstream,
  http: (request) => upstream.http(request).pipe(keepingTrace((answer$) => answer$)),
  httpStream: (request) =>
    upstream.httpStream(request).pipe(
      keepingTrace((answer$) => answer$),
      map((answer): HttpStream => ({ ...answer, body: answer.body.pipe(keepingTrace((bytes$) => bytes$)) })),
    ),
  loading: () => upstream.loading()?.pipe(keepingTrace((loaded$) => loaded$)),
  whois: (server, question) =>
    upstream.whois(server, question).pipe(
      traced("WHOIS", (to) => ({
        kind: "client",
        attributes: { "server.address": server, ...asked(to, "tributary.query", question) },
      })),
    ),
  dns: (name, type) =>
    upstream
      .dns(name, type)
      .pipe(traced(`DNS ${type}`, (to) => ({ kind: "client", attributes: asked(to, "dns.question.name", name) }))),
  tls: (host, port) =>
    upstream
      .tls(host, port)
      .pipe(traced("TLS", () => ({ kind: "client", attributes: { "server.address": host, "server.port": port } }))),
  screenshot: (job) =>
    upstream
      .screenshot(job)
      .pipe(traced("render screenshot", (to) => ({ attributes: asked(to, "url.full", job.url) }))),
  render: (job) =>
    upstream.render(job).pipe(
      traced("render page", (to) => ({
        attributes: {
          ...(job.reason !== undefined && { "tributary.render_reason": job.reason }),
          ...asked(to, "url.full", job.url),
        },
      })),
    ),
  lend: (url, client) =>
    upstream.lend(url, client).pipe(traced("render lend", (to) => ({ attributes: asked(to, "url.full", url) }))),
  cache: {
    through: (policy, value$) => value$.pipe(keepingTrace((asked$) => upstream.cache.through(policy, asked$))),
    stats: () => upstream.cache.stats(),
  },
});
