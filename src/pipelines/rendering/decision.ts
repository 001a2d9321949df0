import type { Scripting } from "../../extraction/scripting.ts";

/** Why a page is rendered. */
export type Reason =
  | "asked"
  | "empty"
  | "plea"
  | "mount"
  | "templates"
  | "placeholder"
  | "weighed"
  /** Pages of that host have needed it. */
  | "learnt";

/** So few words may be a page's frame. */
const FEW_WORDS = 80;
const PLEA_WORDS = 150;
const RENDER_AT = 2;
const SCRIPT_SHARE = 20;
const PROMISE_KEPT = 0.3;
const FEW_LINKS = 3;
const FEW_BLOCKS = 3;
const NO_TITLE =
  /^(?:|document|untitled|home|index|react app|vite app|vue app|angular app|my app|app|webpack app|next\.?js app)$/i;

/**
 * Whether a page's text comes with its scripts, by what its markup says and how little was read of it; undefined: it does not.
 * A framework's name alone is no reason: most pages made with one hold their text.
 */
export function needsScripts(scripting: Scripting, url: string): Reason | undefined {
  return surely(scripting) ?? (weight(scripting, url) >= RENDER_AT ? "weighed" : undefined);
}

function surely(scripting: Scripting): Reason | undefined {
  const { words, scripts, inlineChars } = scripting;
  if (scripts === 0 && inlineChars === 0) return undefined;
  if (words === 0) return "empty";
  if (scripting.placeholder) return "placeholder";
  if (scripting.plea && words < PLEA_WORDS) return "plea";
  if (words >= FEW_WORDS) return undefined;
  if (scripting.emptyMount || scripting.emptyIsland) return "mount";
  return scripting.templates ? "templates" : undefined;
}

function weight(scripting: Scripting, url: string): number {
  const { words, scripts, inlineChars, bodyChars, blocks, links, title } = scripting;
  if (scripts === 0 && inlineChars === 0) return 0;
  const points = [
    words < PROMISE_KEPT * scripting.promised,
    inlineChars > SCRIPT_SHARE * bodyChars,
    scripting.emptyState,
    scripting.preloadsModules && blocks <= FEW_BLOCKS,
    /#(?:\/|!)/.test(url),
    NO_TITLE.test(title),
    links < FEW_LINKS && scripts >= 1,
    scripting.emptyMount,
  ].filter(Boolean).length;
  return points - (scripting.serverRendered ? 2 : 0);
}
