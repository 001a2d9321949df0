import { createServer } from "node:http";
import { Agent, request } from "undici";

interface Row {
  readonly title: string;
  readonly url: string;
  readonly content: string;
}

interface Merged extends Row {
  readonly engines: string[];
  score: number;
}

/**
 * The least that a merged search can do on one thread: asks every engine by undici, parses, merges by address, sorts and sends. No
 * deadline, no guard, no cache, no check of what came. Resolves with the port.
 */
export function serveMerging(engines: readonly string[]): Promise<number> {
  const dispatcher = new Agent({ connections: 100 });
  const ask = async (engine: string, q: string): Promise<readonly Row[]> => {
    const { body } = await request(`${engine}?q=${encodeURIComponent(q)}`, { dispatcher });
    const answer: unknown = JSON.parse(await body.text());
    // Our own engines answer.
    return (answer as { readonly results: readonly Row[] }).results;
  };
  const server = createServer((incoming, response) => {
    const q = new URL(incoming.url ?? "/", "http://merging").searchParams.get("q") ?? "";
    Promise.all(engines.map((engine) => ask(engine, q))).then(
      (answers) => {
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ items: merged(answers) }));
      },
      (error: unknown) => response.writeHead(502).end(String(error)),
    );
  });
  return new Promise((listening) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      listening(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
}

function merged(answers: readonly (readonly Row[])[]): readonly Merged[] {
  const pages = new Map<string, Merged>();
  for (const [engine, rows] of answers.entries())
    for (const [rank, row] of rows.entries()) {
      const address = row.url.replace("utm_source=engine&", "");
      const known = pages.get(address);
      const page = known ?? { ...row, engines: [], score: 0 };
      if (!known) pages.set(address, page);
      page.engines.push(`engine${engine}`);
      page.score += 1 / (60 + rank + 1);
    }
  return [...pages.values()].sort((one, other) => other.score - one.score);
}
