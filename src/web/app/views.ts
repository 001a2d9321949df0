import type { ComponentType } from "preact";
import type { Words } from "./words/en.ts";

export interface View {
  /** Its path below the root; `/` is the first view too. */
  readonly path: string;
  readonly word: keyof Words;
  load(): Promise<ComponentType>;
}

export const VIEWS: readonly View[] = [
  { path: "ui/search", word: "searchTitle", load: async () => (await import("./views/search/search.tsx")).Search },
  {
    path: "ui/research",
    word: "research",
    load: async () => (await import("./views/research/research.tsx")).Research,
  },
  { path: "ui/extract", word: "extractTitle", load: async () => (await import("./views/extract/extract.tsx")).Extract },
  { path: "ui/crawl", word: "crawlTitle", load: async () => (await import("./views/crawl/crawl.tsx")).Crawl },
  { path: "ui/jobs", word: "jobs", load: async () => (await import("./views/crawl/jobs.tsx")).Jobs },
  { path: "ui/sources", word: "sources", load: async () => (await import("./views/sources/sources.tsx")).Sources },
  { path: "ui/analyses", word: "analyses", load: async () => (await import("./views/analyses/analyses.tsx")).Analyses },
  {
    path: "ui/requests",
    word: "requests",
    load: async () => (await import("./views/requests/requests.tsx")).Requests,
  },
  { path: "ui/connect", word: "connect", load: async () => (await import("./views/connect/connect.tsx")).Connect },
  { path: "ui/mcp", word: "mcp", load: async () => (await import("./views/mcp/mcp.tsx")).Mcp },
  { path: "ui/setup", word: "setup", load: async () => (await import("./views/setup/setup.tsx")).Setup },
  { path: "ui/usage", word: "usage", load: async () => (await import("./views/usage/usage.tsx")).Usage },
  { path: "ui/health", word: "health", load: async () => (await import("./views/health/health.tsx")).Health },
];

/** What the interface is, at `/docs`: it is linked to beside the others. */
export const REFERENCE: View = {
  path: "docs",
  word: "documentation",
  load: async () => (await import("./views/reference/reference.tsx")).Reference,
};

/** The view at a path: the one whose path it begins with. */
export const viewAt = (path: string): View | undefined =>
  path === "" ? VIEWS[0] : [...VIEWS, REFERENCE].find((view) => path === view.path || path.startsWith(`${view.path}/`));
