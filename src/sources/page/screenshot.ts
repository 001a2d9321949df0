import { createHash } from "node:crypto";
import { z } from "zod";
import { defineSource } from "../define.ts";
import { browser } from "../kit/readers/browser.ts";
import { url } from "../kit/requests/query.ts";
import { Count, IsoDate } from "../kit/values/fields.ts";
import { PageItem } from "./item.ts";

const Flag = z.stringbool().default(false);

export const screenshot = defineSource({
  id: "screenshot",
  title: "Page screenshot",
  docs: "https://chromedevtools.github.io/devtools-protocol/tot/Page/#method-captureScreenshot",
  evidence: "no-http",
  terms: "needs a Chromium, on this machine or elsewhere (BROWSER_URL)",
  query: url(
    "a page's address",
    "https://example.com",
    z.object({
      width: z.coerce.number().int().min(100).max(3840).default(1280).describe("of the window, in pixels"),
      height: z.coerce.number().int().min(100).max(3840).default(800).describe("of the window, in pixels"),
      fullPage: Flag.describe("the whole page instead of the window; 10,000 pixels high and 16 megapixels at most"),
      format: z.enum(["png", "jpeg", "webp"]).default("png"),
      quality: z.coerce.number().int().min(1).max(100).optional().describe("of jpeg and webp"),
      maxEdge: z.coerce
        .number()
        .int()
        .min(100)
        .max(10_000)
        .optional()
        .describe("pixels: the picture is scaled down until neither side is longer"),
      dark: Flag.describe("ask for the page's dark colours"),
      delayMs: z.coerce.number().int().min(0).max(10_000).default(0).describe("wait so long after the page has loaded"),
    }),
  ),
  verbatim: true,
  item: PageItem.extend({
    width: Count.describe("pixels"),
    height: Count.describe("pixels"),
    format: z.enum(["png", "jpeg", "webp"]),
    bytes: Count,
    sha256: z.string().describe("of the image, hexadecimal"),
    image: z.string().describe("the image as a data: URL"),
    capturedAt: IsoDate,
  }),
  read: browser({
    job: (input) => input,
    items: ({ image, ...shot }, { format }, context) => {
      if (image.length === 0) return [];
      return [
        {
          ...shot,
          format,
          bytes: image.length,
          sha256: createHash("sha256").update(image).digest("hex"),
          image: `data:image/${format};base64,${Buffer.from(image).toString("base64")}`,
          capturedAt: new Date(context.now()).toISOString(),
        },
      ];
    },
  }),
});
