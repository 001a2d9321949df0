import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";

/*
 * The pages of ../shared/benchmarks/render: real ones that show their text by script, and real ones that do not, served as a
 * gateway on loopback, with the text that each has.
 */
const FOLDER = join(import.meta.dirname, "../../../shared/benchmarks/render");

export const HAS_RENDER_PAGES: boolean = existsSync(join(FOLDER, "manifest.json"));

export interface RenderPage {
  readonly id: string;
  readonly url: string;
  readonly needs_js: boolean;
  readonly truth: string;
}

export const renderPages = (): readonly RenderPage[] =>
  JSON.parse(readFileSync(join(FOLDER, "manifest.json"), "utf8")).pages;

export const truthOf = ({ truth }: RenderPage): string => readFileSync(join(FOLDER, truth), "utf8");

/** A gateway that has the pages. */
export async function servePages(): Promise<{ readonly url: string; close(): void }> {
  const port = await freePort();
  const served = spawn(process.execPath, [join(FOLDER, "serve.mjs"), String(port), FOLDER], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(createInterface({ input: served.stdout }), "line");
  return { url: `http://127.0.0.1:${port}`, close: () => void served.kill() };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("It listens nowhere.");
  return address.port;
}

const counted = (text: string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}_]+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

const total = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((sum, one) => sum + one, 0);

/** How far two texts have the same words: the harmonic mean of precision and recall. */
export function wordF1(text: string, truth: string): number {
  const [said, wanted] = [counted(text), counted(truth)];
  const shared = [...said].reduce((sum, [word, count]) => sum + Math.min(count, wanted.get(word) ?? 0), 0);
  return shared === 0 ? 0 : (2 * shared) / (total(said) + total(wanted));
}
