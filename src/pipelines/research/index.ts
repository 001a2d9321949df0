export { fitResearch } from "./fitting.ts";
export type { LanguageModel } from "./language-model.ts";
export { embeddingsModelOf, languageModelOf, MINI_ENGINES, readySources } from "./plan.ts";
export { ResearchRequest, type ResearchResponse, type ResearchResult } from "./request.ts";
export { type ResearchDeps, research } from "./research.ts";
