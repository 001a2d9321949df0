/** How a command may print its answer. */
export const PRINT_FORMATS = ["text", "json", "ndjson", "csv", "xml"] as const;
export type PrintFormat = (typeof PRINT_FORMATS)[number];
