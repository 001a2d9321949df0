import { SourceError } from "../../errors.ts";
import type { Picture, PictureOf } from "../types.ts";
import type { Blank } from "./navigate.ts";

export const MAX_HEIGHT = 10_000;
/** It is held uncompressed, by several processes, at four bytes each. */
export const MAX_PIXELS = 16_000_000;
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

/** A picture of a page as it stands; `too-large` over 5 MB. */
export async function pictureOf(
  { page, session }: Blank,
  { fullPage, quality, viewport }: PictureOf,
): Promise<Picture> {
  if (viewport) {
    if (viewport.width * viewport.height > MAX_PIXELS)
      throw new SourceError("bad-query", `A window of ${viewport.width} × ${viewport.height} is over 16 megapixels.`);
    await page.setViewportSize(viewport);
  }
  const { cssContentSize, cssVisualViewport } = await session.send("Page.getLayoutMetrics");
  const width = Math.max(1, Math.ceil(fullPage ? cssContentSize.width : cssVisualViewport.clientWidth));
  const tallest = Math.min(MAX_HEIGHT, Math.floor(MAX_PIXELS / width));
  const height = Math.min(Math.max(Math.ceil(cssContentSize.height), 1), tallest);
  const { data } = await session.send("Page.captureScreenshot", {
    format: quality === undefined ? "png" : "jpeg",
    ...(quality !== undefined && { quality }),
    ...(fullPage && { clip: { x: 0, y: 0, width, height, scale: 1 }, captureBeyondViewport: true }),
  });
  const bytes = Buffer.from(data, "base64");
  if (bytes.length > MAX_IMAGE_BYTES)
    throw new SourceError(
      "too-large",
      `The picture of ${page.url()} is over 5 MB: ask for a lower quality or the window alone.`,
    );
  return { type: quality === undefined ? "image/png" : "image/jpeg", bytes };
}
