import type { Picture, RenderedPage, RenderJob, Upstream } from "../../upstream/types.ts";
import { asks, type Format, formatOf } from "./formats.ts";
import type { ScrapeOptions } from "./options.ts";

/** What the browser is asked through, where there is one. */
export type Browsing = Partial<Pick<Upstream, "render" | "rendering" | "client">>;

/** Whether a page can be driven by a browser. */
export const hasBrowser = ({ render, rendering }: Browsing): boolean =>
  render !== undefined && (rendering?.available() ?? false);

/** What a browser is to do with a page; undefined where nothing of what is wanted takes one. */
export type Drive = Pick<RenderJob, "waitForMs" | "mobile" | "actions" | "picture" | "withMarkup">;

export function driveOf(options: ScrapeOptions, formats: readonly Format[]): Drive | undefined {
  const { actions, waitFor, mobile } = options;
  const picture = formatOf(formats, "screenshot");
  if (!picture && actions.length === 0 && waitFor === 0 && !mobile) return undefined;
  return {
    ...(waitFor > 0 && { waitForMs: waitFor }),
    ...(mobile && { mobile }),
    ...(actions.length > 0 && { actions }),
    ...(picture && { picture }),
    ...(asks(formats, "rawHtml") && { withMarkup: true }),
  };
}

/** What a driven page brought besides its content. */
export interface Brought {
  readonly screenshot?: string;
  readonly actions?: {
    readonly screenshots: readonly string[];
    readonly scrapes: readonly { readonly url: string; readonly html: string }[];
    readonly javascriptReturns: readonly { readonly type: string; readonly value: unknown }[];
    readonly pdfs: readonly string[];
  };
}

export const broughtBy = ({ picture, done }: Pick<RenderedPage, "picture" | "done">): Brought => ({
  ...(picture && { screenshot: dataUrl(picture) }),
  ...(done && {
    actions: {
      screenshots: done.pictures.map(dataUrl),
      scrapes: done.scrapes,
      javascriptReturns: done.returns,
      pdfs: done.pdfs.map((bytes) => dataUrl({ type: "application/pdf", bytes })),
    },
  }),
});

const dataUrl = ({
  type,
  bytes,
}: {
  readonly type: Picture["type"] | "application/pdf";
  readonly bytes: Uint8Array;
}): string => `data:${type};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64")}`;
