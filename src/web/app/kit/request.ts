/** The same request from code, in several languages. */
export interface Example {
  readonly id: string;
  readonly label: string;
  readonly code: string;
}

export interface Asked {
  /** The service's own address, with a slash at its end. */
  readonly root: string;
  readonly path: string;
  /** Parameters; of a path in `POSTED` the members of the body. */
  readonly query: Readonly<Record<string, string>>;
  readonly keyed: boolean;
  /** A source, as the command line and MCP name it. */
  readonly source?: { readonly id: string; readonly category: string };
  /** What the answer may hold at most. */
  readonly maxTokens?: number | undefined;
}
