import type { PDFPageProxy } from "unpdf/pdfjs";
import { targetOf } from "../documents/document.ts";
import type { Word } from "./words.ts";

const MAX_LINKS = 5_000;

interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly url: string;
}

/** A page's words with the links that lie over them. */
export async function linkedWords(page: PDFPageProxy, words: readonly Word[], base: string): Promise<readonly Word[]> {
  const annotations: readonly unknown[] = await page.getAnnotations();
  if (annotations.length === 0) return words;
  const viewport = page.getViewport({ scale: 1 });
  const areas = annotations.slice(0, MAX_LINKS).flatMap((annotation): Area[] => {
    if (typeof annotation !== "object" || annotation === null) return [];
    const stated: unknown = Reflect.get(annotation, "url") ?? Reflect.get(annotation, "unsafeUrl");
    const rect: unknown = Reflect.get(annotation, "rect");
    const url = typeof stated === "string" ? targetOf(stated, base) : undefined;
    if (url === undefined || !Array.isArray(rect)) return [];
    const [a = 0, b = 0, c = 0, d = 0] = rect.map(Number);
    const [left = 0, top = 0, right = 0, bottom = 0] = viewport.convertToViewportRectangle([a, b, c, d]).map(Number);
    return [
      {
        url,
        left: Math.min(left, right),
        right: Math.max(left, right),
        top: Math.min(top, bottom),
        bottom: Math.max(top, bottom),
      },
    ];
  });
  if (areas.length === 0) return words;
  return words.map((word) => {
    const [x, y] = [(word.left + word.right) / 2, word.y - word.size * 0.3];
    const area = areas.find((one) => x >= one.left && x <= one.right && y >= one.top - 1 && y <= one.bottom + 1);
    return area ? { ...word, url: area.url } : word;
  });
}
