/* What a page's content is made of, between its HTML and what is written of it (Markdown, plain text). */

/** Something within a line. */
export type Inline =
  | { readonly type: "text"; readonly value: string }
  /** A line break. */
  | { readonly type: "break" }
  | { readonly type: "code"; readonly value: string }
  /** `display`: it stands on a line of its own; only before lines are cut into blocks. */
  | { readonly type: "math"; readonly tex: string; readonly display?: boolean }
  | { readonly type: "image"; readonly url: string; readonly alt: string }
  /** A reference to the footnote of a label. */
  | { readonly type: "reference"; readonly label: string }
  | { readonly type: "link"; readonly url: string; readonly children: readonly Inline[] }
  | { readonly type: InlineMark; readonly children: readonly Inline[] };

export type InlineMark = "strong" | "emphasis" | "deleted" | "sub" | "sup";

export interface ListItem {
  /** Its number; absent in a list of bullets. */
  readonly number?: number;
  /** Whether its box is ticked; absent where it has none. */
  readonly done?: boolean;
  readonly children: readonly Block[];
}

export type Alignment = "left" | "center" | "right";

export interface Cell {
  readonly children: readonly Block[];
  readonly isHead: boolean;
  readonly columns: number;
  readonly rows: number;
  readonly align?: Alignment | undefined;
}

export interface Table {
  readonly type: "table";
  /** Rows that are heads of the columns; they come first. */
  readonly heads: number;
  readonly rows: readonly (readonly Cell[])[];
}

/** Something on lines of its own. */
export type Block =
  | { readonly type: "paragraph"; readonly children: readonly Inline[] }
  /** A picture, a film or the like, with what stands under it. */
  | { readonly type: "figure"; readonly children: readonly Block[]; readonly caption: readonly Block[] }
  | { readonly type: "heading"; readonly level: number; readonly children: readonly Inline[] }
  | { readonly type: "code"; readonly text: string; readonly language?: string | undefined }
  | { readonly type: "math"; readonly tex: string }
  | { readonly type: "list"; readonly items: readonly ListItem[] }
  /** `kind`: of a callout, as GitHub names them (`WARNING`). */
  | { readonly type: "quote"; readonly kind?: string | undefined; readonly children: readonly Block[] }
  | { readonly type: "note"; readonly label: string; readonly children: readonly Block[] }
  | { readonly type: "rule" }
  | Table;
