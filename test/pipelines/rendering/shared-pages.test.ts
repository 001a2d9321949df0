import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lastValueFrom } from "rxjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../../src/config.ts";
import { extract } from "../../../src/pipelines/extract.ts";
import { oneShot } from "../../../src/pipelines/one-shot.ts";
import { findChromium } from "../../../src/upstream/find-chromium.ts";
import type { RenderMode, Upstream } from "../../../src/upstream/types.ts";
import { createUpstream } from "../../../src/upstream/upstream.ts";
import {
  HAS_RENDER_PAGES,
  type RenderPage,
  renderPages,
  servePages,
  truthOf,
  wordF1,
} from "../../support/render-pages.ts";
import { BY_THE_CLOCK } from "../../support/until.ts";

const config = readConfig(process.env);
const installed = findChromium(config) !== undefined;
/** The others are measured by `npm run bench -- render`. */
const BY_SCRIPT = ["docute", "mithrilapp"];
const BY_THE_SERVER = ["real-009", "real-176", "real-347"];

const pages = HAS_RENDER_PAGES ? renderPages() : [];
const named = (ids: readonly string[]): [string, RenderPage][] =>
  pages.filter(({ id }) => ids.includes(id)).map((page) => [page.id, page]);

describe.skipIf(!HAS_RENDER_PAGES || !installed)("pages of ../shared/benchmarks/render", BY_THE_CLOCK, () => {
  let upstream: Upstream;
  let gateway: Awaited<ReturnType<typeof servePages>>;
  beforeAll(async () => {
    gateway = await servePages();
    const DATA_DIR = mkdtempSync(join(tmpdir(), "tributary-render-"));
    upstream = createUpstream({ ...config, ...readConfig({ UPSTREAM_GATEWAY: gateway.url, DATA_DIR }) });
  });
  afterAll(async () => {
    await upstream.close();
    gateway.close();
  });

  const read = async ({ url }: RenderPage, render: RenderMode) => {
    const request = { urls: [url], includeImages: false, includeRawContent: true, format: "text" as const, render };
    const { results, failed_results } = await lastValueFrom(oneShot(extract(request, { upstream })));
    expect(failed_results).toEqual([]);
    return { ...results[0], text: results[0]?.raw_content ?? "" };
  };

  it.each(named(BY_SCRIPT))("%s is rendered, and its text read", async (_id, page) => {
    const { rendered, text } = await read(page, "auto");
    expect(rendered).toBe(true);
    expect(wordF1(text, truthOf(page))).toBeGreaterThanOrEqual(0.9);
  });

  it.each(named(BY_THE_SERVER))("%s is not rendered, and read as ever", async (_id, page) => {
    const { rendered, text } = await read(page, "auto");
    expect(rendered).toBe(false);
    expect(text).toBe((await read(page, "never")).text);
  });
});
