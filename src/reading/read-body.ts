import type { Extraction } from "../extraction/page.ts";
import { readBody } from "../extraction/read.ts";
import { decodeText } from "../upstream/charset.ts";
import type { HttpResponse } from "../upstream/types.ts";

/** A body to be read for its content. */
export interface BodyTask extends Pick<HttpResponse, "body" | "headers" | "url"> {
  readonly markdown: boolean;
}

/** A body's content; where it leads is left out. */
export const readContent = (task: BodyTask): Promise<Extraction> =>
  readBody({
    bytes: task.body,
    text: () => decodeText(task),
    contentType: task.headers["content-type"],
    url: task.url,
    markdown: task.markdown,
    linkTexts: false,
  }).then((extraction) => (extraction.ok ? { ok: true, page: { ...extraction.page, links: [] } } : extraction));
