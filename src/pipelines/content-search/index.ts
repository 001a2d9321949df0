export { withChunks } from "./chunks.ts";
export { contentSearch } from "./content-search.ts";
export { fitContentSearch } from "./fitting.ts";
export { readPages } from "./pages.ts";
export type {
  ContentResult,
  ContentSearchDeps,
  ContentSearchRequest,
  ContentSearchResponse,
  SearchDepth,
} from "./request.ts";
export { PLAIN_SEARCH } from "./request.ts";
export { several } from "./several.ts";
export { contentSources } from "./sources.ts";
