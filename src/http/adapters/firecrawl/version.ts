/** A version of the API; the first is spoken by older clients. */
export type Version = "v1" | "v2";

export const VERSIONS: readonly Version[] = ["v1", "v2"];
