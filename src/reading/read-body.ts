import type { Extraction } from "../extraction/page.ts";
import { readBody } from "../extraction/read.ts";
import { decodeText } from "../upstream/charset.ts";
import type { HttpResponse } from "../upstream/types.ts";

/** How a body is to be read for its content. */
export interface BodyTask extends Pick<HttpResponse, "headers" | "url"> {
  readonly markdown: boolean;
}

/** A body's content; where it leads is left out. */
export const readContent = ({ headers, url, markdown }: BodyTask, bytes: Uint8Array): Promise<Extraction> =>
  readBody({
    bytes,
    text: () => decodeText({ headers, body: bytes }),
    contentType: headers["content-type"],
    url,
    markdown,
    linkTexts: false,
  }).then((extraction) => (extraction.ok ? { ok: true, page: { ...extraction.page, links: [] } } : extraction));
