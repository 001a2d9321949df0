import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { Observable } from "rxjs";
import { toolsOf } from "./list.ts";
import { serverFactory } from "./server.ts";
import { MessageLines } from "./stdin-lines.ts";
import type { McpDeps } from "./tool.ts";
import { warmed } from "./warm.ts";

/** Speaks over standard input and output for as long as it is subscribed; ends with the input. */
export const overStdio = (deps: McpDeps, toolsets: string | undefined): Observable<never> =>
  new Observable((end) => {
    const server = serverFactory(toolsOf(deps.categories, toolsets), deps, { structured: false, alone: true });
    const lines = new MessageLines((error) => process.stdout.write(error));
    const transport = new StdioServerTransport(process.stdin.pipe(lines), process.stdout);
    const handle = serveStdio(server, {
      transport,
      onerror: (error) => deps.onFailure?.("a message could not be served", error),
    });
    // With the first bytes, before the first call.
    process.stdin.once("data", () => end.add(warmed(deps).subscribe()));
    const complete = (): void => end.complete();
    process.stdin.once("end", complete).once("close", complete);
    return () => {
      process.stdin.off("end", complete).off("close", complete);
      process.stdin.unpipe(lines);
      process.stdin.pause();
      void handle.close();
    };
  });
