import type { Extraction } from "../extraction/page.ts";
import { readBody } from "../extraction/read.ts";
import { type BodyTask, bodyOf } from "./body.ts";

/** A body's content; where it leads is left out. */
export const readContent = (task: BodyTask, bytes: Uint8Array): Promise<Extraction> =>
  readBody({ ...bodyOf(task, bytes), linkTexts: false }).then((extraction) =>
    extraction.ok ? { ...extraction, page: { ...extraction.page, links: [] } } : extraction,
  );
