import { compile } from "css-select";
import type { AnyNode, Element } from "domhandler";
import { SourceError } from "../../errors.ts";
import { clip, parseUrl } from "../kit/query.ts";

/** What is watched. */
export interface Watched {
  readonly url: string;
  /** "" for the whole page. */
  readonly selector: string;
}

type Selects = (node: AnyNode) => boolean;

const MAX_SELECTOR = 200;

/** The page, and the selector behind `#>` where there is one; throws `bad-query` for what is neither. */
export function watched(q: string): Watched {
  const [address = "", selector = ""] = q.split(/\s+#>\s*/, 2);
  if (selector.length > MAX_SELECTOR)
    throw new SourceError("bad-query", `The selector is longer than ${MAX_SELECTOR} characters.`);
  if (selector) selects(selector);
  return { url: parseUrl(address).href, selector };
}

/** A selector as a test; throws `bad-query` where it is none. */
export function selects(selector: string): Selects {
  try {
    return compile<AnyNode, Element>(selector);
  } catch (cause) {
    throw new SourceError("bad-query", `“${clip(selector)}” is not a CSS selector.`, { cause });
  }
}
