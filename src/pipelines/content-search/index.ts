export { chunksOf, withChunks } from "./chunks.ts";
export { contentSearch } from "./content-search.ts";
export { type DomainPattern, domainPattern, MAX_SITES } from "./domains.ts";
export { fitContentSearch } from "./fitting.ts";
export { readPages } from "./pages.ts";
export type {
  ContentResult,
  ContentSearchDeps,
  ContentSearchRequest,
  ContentSearchResponse,
  FoundImage,
  SearchDepth,
} from "./request.ts";
export { contentSources } from "./sources.ts";
