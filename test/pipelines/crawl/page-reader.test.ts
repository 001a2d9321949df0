import { lastValueFrom } from "rxjs";
import { expect, it } from "vitest";
import { createPageReader } from "../../../src/pipelines/crawl/page-reader.ts";
import type { ReadingTask } from "../../../src/pipelines/crawl/reading.ts";

it("fails what it was to read, and goes on living, when its threads cannot begin", async () => {
  const reader = createPageReader(1, new URL("no-such-module.ts", import.meta.url).href);
  const task = (): ReadingTask => ({
    url: "https://a.example/",
    bytes: new TextEncoder().encode("<p>words</p>"),
    status: 200,
    headers: { "content-type": "text/html" },
    markdown: false,
    images: false,
  });
  await expect(lastValueFrom(reader.read(task()))).rejects.toMatchObject({ kind: "internal" });
  await expect(lastValueFrom(reader.read(task()))).rejects.toMatchObject({ kind: "internal" });
  await reader.close();
});
