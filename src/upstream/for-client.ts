import type { Client } from "../admission/client.ts";
import type { Upstream } from "./types.ts";

/** The upstream as one client's requests use it: they wait in queues that are fair by client. */
export const forClient = (upstream: Upstream, client: Client): Upstream => ({
  ...upstream,
  client,
  http: (request) => upstream.http({ client, ...request }),
  httpStream: (request) => upstream.httpStream({ client, ...request }),
  screenshot: (job) => upstream.screenshot({ client, ...job }),
  render: (job) => upstream.render({ client, ...job }),
  lend: (url) => upstream.lend(url, client),
});
