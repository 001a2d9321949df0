/** The service as a library: make a runtime, then subscribe to what is wanted; unsubscribing cancels down to the socket. */
export { type Config, readConfig } from "./config.ts";
export { type ErrorKind, SourceError } from "./errors.ts";
export type { Failure, RankedResult, SourceOutcome, StreamEvent } from "./events.ts";
export { createServer } from "./http/server.ts";
export { analysisOperation, promptOperation } from "./operations/analysis.ts";
export { batchOperation } from "./operations/batch.ts";
export { contentSearchOperation } from "./operations/content-search.ts";
export { type Operation, ran } from "./operations/define.ts";
export { extractOperation } from "./operations/extract.ts";
export { firstOperation, parserOperation } from "./operations/parser.ts";
export { researchOperation } from "./operations/research.ts";
export type { Scope } from "./operations/scope.ts";
export { searchOperation } from "./operations/search.ts";
export { crawlOperation, mapOperation } from "./operations/site.ts";
export { suggestOperation } from "./operations/suggest.ts";
export { BatchRequest, type BatchResponse, batch } from "./pipelines/batch.ts";
export { type CrawlRequest, crawl } from "./pipelines/crawl/crawl.ts";
export { crawlOptions, mapOptions } from "./pipelines/crawl/options.ts";
export type { CrawlResponse } from "./pipelines/crawl/response.ts";
export { type ExtractRequest, type ExtractResponse, extract } from "./pipelines/extract.ts";
export { type MapRequest, type MapResponse, mapSite } from "./pipelines/map/map.ts";
export { oneShot } from "./pipelines/one-shot.ts";
export { type ParserResponse, parser } from "./pipelines/parser.ts";
export {
  languageModelOf,
  ResearchRequest,
  type ResearchResponse,
  readySources,
  research,
} from "./pipelines/research/index.ts";
export { type Engine, engineOf } from "./pipelines/search/engine.ts";
export { type SearchResponse, search } from "./pipelines/search/search.ts";
export { singleSearch } from "./pipelines/search/single.ts";
export { createRuntime, type Runtime } from "./runtime.ts";
export { categories, findSource, sources } from "./sources/catalogue.ts";
export { defineCategory, defineSource } from "./sources/define.ts";
export { listed } from "./sources/listing.ts";
export { type Ask, type RunEnv, runSource } from "./sources/run.ts";
export type { Item, ListedSource, Reader, Source } from "./sources/source.ts";
export type { TaskEvent } from "./tasks/events.ts";
export { type Order, readOrder, type State, type TaskRow } from "./tasks/order.ts";
export type { NewOrder, Placed, Tasks } from "./tasks/tasks.ts";
