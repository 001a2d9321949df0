import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import { pictureIn, wantsPicture } from "../../src/http/formats/picture.ts";
import { createServer } from "../../src/http/server.ts";
import { loadRecordings } from "../../src/replay/recordings.ts";
import { categories } from "../../src/sources/catalogue.ts";
import { firstOf, replayUpstream } from "../support/replay-upstream.ts";

const recordings = loadRecordings(join(import.meta.dirname, "../fixtures"), "page/screenshot").filter(
  ({ meta }) => meta.case === "items",
);
const server = createServer({
  config: readConfig({ LOG_LEVEL: "silent" }),
  env: { upstream: replayUpstream(firstOf(recordings)), keys: {} },
  categories,
  replay: true,
});
afterAll(() => server.close());

const PATH = "/page/screenshot?q=https://example.com";

describe("a screenshot", () => {
  it("is the picture itself for who accepts pictures first", async () => {
    const { statusCode, headers, rawPayload } = await server.inject({ url: PATH, headers: { accept: "image/png" } });
    expect([statusCode, headers["content-type"]]).toEqual([200, "image/png"]);
    expect([...rawPayload.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
  });

  it("is a data: URL in JSON for everybody else", async () => {
    const { items } = (await server.inject({ url: PATH, headers: { accept: "*/*" } })).json<{
      items: { image: string }[];
    }>();
    expect(items[0]?.image).toMatch(/^data:image\/png;base64,iVBOR/);
  });
});

describe("what is told of pictures", () => {
  it.each([
    ["image/png", true],
    ["image/*;q=0.9, */*", true],
    ["text/html,image/png", false],
    ["application/json", false],
    [undefined, false],
  ])("Accept %s wants one: %s", (accept, wanted) => {
    expect(wantsPicture(accept)).toBe(wanted);
  });

  it.each([undefined, {}, { items: [] }, { items: [{ image: "https://a.example/b.png" }] }, { items: [1] }])(
    "%j holds none",
    (answer) => {
      expect(pictureIn(answer)).toBeUndefined();
    },
  );
});
