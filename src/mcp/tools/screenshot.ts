import { concatMap, type Observable, of } from "rxjs";
import { z } from "zod";
import type { StreamEvent } from "../../events.ts";
import { parserOperation } from "../../operations/parser.ts";
import { LONGEST_MS } from "../../pipelines/parser.ts";
import { pathName } from "../../sources/by-name.ts";
import type { ListedSource } from "../../sources/source.ts";
import { whole, words } from "../arguments.ts";
import { running } from "../operation.ts";
import { asText } from "../text.ts";
import { defineTool, type Shown, type Tool } from "../tool.ts";

interface Attempt {
  /** Pixels. */
  readonly maxEdge: number;
  /** Of JPEG, 1 to 100. */
  readonly quality: number;
}

/** What models take without scaling it themselves, and what it is taken with again where that is over 1 MB. */
const FIRST: Attempt = { maxEdge: 1_568, quality: 75 };
const SECOND: Attempt = { maxEdge: 1_024, quality: 40 };
const MAX_BYTES = 1_000_000;

const isLarge = (items: readonly Readonly<Record<string, unknown>>[]): boolean =>
  items.some(({ bytes }) => typeof bytes === "number" && bytes > MAX_BYTES);

const DATA = /^data:(image\/(?:png|jpeg|webp));base64,/;

/** `web_screenshot`: a page as a picture. */
export const screenshotTool = (source: ListedSource): Tool =>
  defineTool({
    leaves: true,
    deadlineMs: () => LONGEST_MS,
    name: "web_screenshot",
    cost: "browser",
    description:
      "A picture of a web page, drawn by a headless browser, 1,568 pixels at most a side. For what a page looks like; web_extract for what it says.",
    toolsets: ["web", source.category],
    input: z.object({
      url: words(source.query.describe, source.query.example),
      full_page: z.boolean().default(false).describe("not only the window"),
      width: whole(100, 3840).default(1280),
      height: whole(100, 3840).default(800),
    }),
    run: ({ url, full_page, width, height }, deps) => {
      const take = ({ maxEdge, quality }: Attempt) => {
        const given = { fullPage: full_page, width, height, format: "jpeg", maxEdge, quality };
        const options = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
        return running(parserOperation, { parser: pathName(source), query: url, options }, deps);
      };
      return take(FIRST).pipe(
        concatMap((event) => (event.event === "done" && isLarge(event.data.items) ? take(SECOND) : of(event))),
        concatMap((event): Observable<StreamEvent<Shown>> => {
          if (event.event !== "done") return of(event);
          return of({ event: "done", data: shown(event.data.items) });
        }),
      );
    },
  });

function shown(items: readonly Readonly<Record<string, unknown>>[]): Shown {
  const images = items.flatMap(({ image }) => {
    const mimeType = typeof image === "string" ? DATA.exec(image)?.[1] : undefined;
    return typeof image === "string" && mimeType
      ? [{ type: "image" as const, mimeType, data: image.slice(image.indexOf(",") + 1) }]
      : [];
  });
  // No data by a schema: many clients show a model those alone, and the picture would be lost.
  const data = { items: items.map(({ image: _, ...item }) => item) };
  const words = { max: Number.POSITIVE_INFINITY, count: () => 0 };
  return { content: (fence) => [...images, { type: "text", text: asText(data, words, fence) }] };
}
