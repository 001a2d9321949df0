import type { Body } from "../extraction/read.ts";
import { decodeText } from "../upstream/charset.ts";
import { RENDERED_HEADER } from "../upstream/rendered-header.ts";
import type { HttpResponse } from "../upstream/types.ts";

/** How a body is to be read for its content. */
export interface BodyTask extends Pick<HttpResponse, "headers" | "url"> {
  readonly markdown: boolean;
  /** Of a PDF only these pages. */
  readonly pages?: Body["pages"];
  /** Tell what an HTML page with little text says of scripts. */
  readonly scripting?: boolean | undefined;
  /** Tell all blocks of an HTML page. */
  readonly blocks?: boolean | undefined;
}

/** A body as extraction takes it. */
export const bodyOf = ({ headers, url, markdown, pages, scripting, blocks }: BodyTask, bytes: Uint8Array): Body => ({
  bytes,
  text: () => decodeText({ headers, body: bytes }),
  contentType: headers["content-type"],
  url,
  markdown,
  pages,
  scripting,
  blocks,
  shown: RENDERED_HEADER in headers,
});
