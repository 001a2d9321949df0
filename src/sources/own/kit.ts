/** What the author of a source outside the repository needs: `import { defineSource, … } from "tributary-search/sources"`. */
export { defineSource } from "../define.ts";
export { html, xml } from "../kit/readers/html.ts";
export { json } from "../kit/readers/json.ts";
export { query, text, url } from "../kit/requests/query.ts";
export { get, postForm, postJson } from "../kit/requests/request.ts";
export type { Item, Reader, SourceDefinition } from "../source.ts";
