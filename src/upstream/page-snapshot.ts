import type { CDPSession } from "playwright-core";
import { SourceError } from "../errors.ts";

/*
 * What is read out of a page once its scripts have run. Those scripts are anybody's: what they can replace is not relied
 * upon, no answer is larger than it may be, and none takes longer.
 */

const READING_MS = 5_000;
const MAX_HTML_CHARS = 5_000_000;
const MAX_VALUE_CHARS = 200;

/**
 * The document as it stands. It is read in a world of its own (`Page.createIsolatedWorld`), by the prototypes' getters,
 * since an element may be named `documentElement`. `too-large` over 5 million characters.
 */
export async function documentOf(session: CDPSession, url: string): Promise<string> {
  const { frameTree } = await session.send("Page.getFrameTree");
  const { executionContextId } = await session.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id });
  const html = await evaluated(
    session,
    `(() => {
      const of = (name) => Object.getOwnPropertyDescriptor(Document.prototype, name).get.call(document);
      const type = of("doctype"), root = of("documentElement");
      const html = (type ? "<!DOCTYPE " + type.name + ">" : "") + (root ? root.outerHTML : "");
      return html.length > ${MAX_HTML_CHARS} ? undefined : html;
    })()`,
    executionContextId,
  );
  if (html === undefined) throw new SourceError("too-large", `${url} grew to more than 5 million characters.`);
  return html;
}

/** Between two variables, and between a variable's place in the list and its value. */
const [NEXT, IS] = ["\u0001", "\u0002"];

/** The variables that are there, in the page's own world. */
export async function globalsOf(
  session: CDPSession,
  names: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const chains = names.map((name) => name.split("."));
  const said = await evaluated(session, `(${lookedUp})(${JSON.stringify(chains)})`);
  const found = (said ?? "").split(NEXT).flatMap((one): [string, string][] => {
    const [place = "", value = ""] = one.split(IS);
    const name = place && names[Number(place)];
    return name ? [[name, value]] : [];
  });
  return Object.fromEntries(found);
}

/** Runs in the page. Built of what scripts cannot replace: a text grows by one character after another. */
const lookedUp = `(chains) => {
  let said = "";
  for (let at = 0; at < chains.length; at += 1) {
    try {
      const chain = chains[at];
      let value = window;
      let there = true;
      for (let part = 0; there && part < chain.length; part += 1) {
        there = (typeof value === "object" || typeof value === "function") && value !== null && Object.hasOwn(value, chain[part]);
        if (there) value = value[chain[part]];
      }
      if (!there) continue;
      const text = typeof value === "string" ? value : typeof value === "number" ? "" + value : value ? "true" : "false";
      said += "\u0001" + at + "\u0002";
      for (let place = 0; place < text.length && place < ${MAX_VALUE_CHARS}; place += 1)
        if (text[place] > "\u0002") said += text[place];
    } catch {}
  }
  return said;
}`;

/** A text that an expression gives; undefined where it gives none. `timeout` where it does not come to an end. */
async function evaluated(session: CDPSession, expression: string, contextId?: number): Promise<string | undefined> {
  const asked = { expression, returnByValue: true, timeout: READING_MS, ...(contextId !== undefined && { contextId }) };
  const { result, exceptionDetails } = await session.send("Runtime.evaluate", asked).catch((cause) => {
    throw new SourceError("timeout", "The page did not let itself be read: its scripts went on.", { cause });
  });
  if (exceptionDetails) throw new SourceError("timeout", "The page did not let itself be read: its scripts went on.");
  return typeof result.value === "string" ? result.value : undefined;
}
