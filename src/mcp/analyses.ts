import type { Tool } from "./tool.ts";

/** The tools of the business analyses, in order: there are no analyses yet. */
export const ANALYSIS_TOOLS: readonly Tool[] = [];
