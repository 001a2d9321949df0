import { lastValueFrom, of } from "rxjs";
import { expect, it } from "vitest";
import { z } from "zod";
import { readConfig } from "../../src/config.ts";
import { createFence } from "../../src/fence.ts";
import { screenshotTool } from "../../src/mcp/tools/screenshot.ts";
import { listed } from "../../src/sources/listing.ts";
import { categoriesOf, listing } from "../http/support.ts";
import { replayUpstream } from "../support/replay-upstream.ts";

/** A source of pictures, each of so many bytes as its longest side says. */
function photographed(bytesOf: (maxEdge: string) => number) {
  const asked: string[] = [];
  const source = listing("camera", {
    item: z.object({ title: z.string(), url: z.url(), source: z.string(), image: z.string(), bytes: z.int() }),
    open: (url, options) => {
      const maxEdge = String(options["maxEdge"]);
      asked.push(`${maxEdge} ${String(options["format"])} ${String(options["quality"])}`);
      const image = `data:image/jpeg;base64,${Buffer.from(maxEdge).toString("base64")}`;
      return of({ title: "a page", url, source: "camera", image, bytes: bytesOf(maxEdge) });
    },
  });
  const categories = categoriesOf([source]).map(listed);
  const [camera] = categories[0]?.sources ?? [];
  if (!camera) throw new Error("The category has no source.");
  const deps = {
    config: readConfig({ LOG_LEVEL: "silent" }),
    env: { upstream: replayUpstream(() => undefined), keys: {} },
    categories,
  };
  const shot = async () => {
    const done = await lastValueFrom(screenshotTool(camera).run({ url: "https://page.example/" }, deps));
    if (done.event !== "done") throw new Error("The run has no end.");
    const { structured } = done.data;
    return { structured, blocks: done.data.content(createFence()) };
  };
  return { asked, shot };
}

const pictureOf = (maxEdge: string) => ({
  type: "image",
  mimeType: "image/jpeg",
  data: Buffer.from(maxEdge).toString("base64"),
});

it("a page's picture is 1,568 pixels at most a side, as image content, without data beside it", async () => {
  const { asked, shot } = photographed(() => 900_000);
  const { structured, blocks } = await shot();
  expect(asked).toEqual(["1568 jpeg 75"]);
  expect(blocks[0]).toEqual(pictureOf("1568"));
  expect(structured).toBeUndefined();
  expect(JSON.stringify(blocks.slice(1))).not.toContain("base64");
});

it("a picture of more than 1 MB is taken again, smaller", async () => {
  const { asked, shot } = photographed((maxEdge) => (maxEdge === "1568" ? 2_800_000 : 300_000));
  const { blocks } = await shot();
  expect(asked).toEqual(["1568 jpeg 75", "1024 jpeg 40"]);
  expect(blocks.filter(({ type }) => type === "image")).toEqual([pictureOf("1024")]);
});
