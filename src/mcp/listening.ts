import { Observable } from "rxjs";
import { createMcpServer, type HttpOptions } from "./http.ts";

/** Serves the protocol over HTTP for as long as it is subscribed; emits the address once it listens. */
export const listening = (options: HttpOptions, host: string, port: number): Observable<string> =>
  new Observable((url) => {
    const server = createMcpServer(options);
    server.once("error", (error) => url.error(error));
    server.listen({ host, port }, () => {
      const address = server.address();
      const at = typeof address === "object" && address !== null ? address.port : port;
      url.next(`http://${host.includes(":") ? `[${host}]` : host}:${at}/mcp`);
    });
    return () => {
      server.close();
      server.closeAllConnections();
    };
  });
