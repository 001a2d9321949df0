interface Field {
  instruction: string;
}

export type Target =
  | "text"
  | "out"
  | "fonts"
  | "styles"
  | "lists"
  | "overrides"
  | "title"
  | "author"
  | "created"
  | "field"
  | "mark";

/** What a group says of its text; a group within begins with the same. */
export interface Group {
  target: Target;
  bold: boolean;
  italic: boolean;
  struck: boolean;
  raised: "sub" | "sup" | undefined;
  hidden: boolean;
  font: number;
  /** Characters that stand in for one of Unicode. */
  stand: number;
  field: Field | undefined;
  /** What is done where the group ends. */
  ends: (() => void) | undefined;
}

export interface Paragraph {
  style: number | undefined;
  outline: number | undefined;
  list: number;
  level: number;
  indent: number;
  first: number;
  tables: number;
}

export const PLAIN: Paragraph = {
  style: undefined,
  outline: undefined,
  list: 0,
  level: 0,
  indent: 0,
  first: 0,
  tables: 0,
};

export interface Style {
  readonly name: string;
  readonly outline: number | undefined;
}
