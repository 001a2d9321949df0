import { siteHost } from "./hosts.ts";
import { pdfOf } from "./pdf.ts";

/** Where the service and its world are. */
export interface Target {
  readonly rest: string;
  readonly mcp: string;
  readonly worldPort: number;
}

interface Asked {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly body?: string | Buffer;
  /** What an answer says where the service was overloaded, if not by its status. */
  readonly overloaded?: RegExp;
}

const SITES = 2_000;
const SMALL_PDF = pdfOf({ pages: 20, ballastBytes: 0 });
const MB = 1024 * 1024;
let large: Buffer | undefined;

/** The request of a kind; no two ask the same. */
export function targetOf(kind: string, n: number, { rest, mcp, worldPort }: Target): Asked {
  const site = encodeURIComponent(`http://${siteHost(n % SITES)}:${worldPort}/p/${n}`);
  const words = encodeURIComponent(`distinct words ${n} ${process.pid}`);
  switch (kind) {
    case "search":
      return { url: `${rest}/search?q=${words}&pagecount=1` };
    case "parser":
      return { url: `${rest}/search/load_engine1?q=${words}&pagecount=1` };
    case "extract":
      return { url: `${rest}/extract?q=${site}` };
    case "crawl":
      return { url: `${rest}/crawl?q=${site}&limit=8` };
    case "screenshot":
      return { url: `${rest}/page/screenshot?q=${site}` };
    case "upload":
      return uploadTo(rest, SMALL_PDF);
    case "large upload": {
      large ??= pdfOf({ pages: 20, ballastBytes: 12 * MB });
      // As curl does with what is large.
      const asked = uploadTo(rest, large);
      return { ...asked, headers: { ...asked.headers, expect: "100-continue" } };
    }
    case "mcp": {
      const params = { name: "web_search", arguments: { query: `distinct words ${n} ${process.pid}` } };
      return {
        url: `${mcp}/mcp`,
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: n, method: "tools/call", params }),
        overloaded: /"tributary\/code":"overloaded"/,
      };
    }
    case "list":
      return { url: `${rest}/analyses` };
    default:
      return { url: `${rest}/health` };
  }
}

const uploadTo = (rest: string, body: Buffer): Asked => ({
  url: `${rest}/openwebui/process`,
  method: "PUT",
  headers: { "content-type": "application/pdf", "content-length": body.length, "x-filename": "a.pdf" },
  body,
});
