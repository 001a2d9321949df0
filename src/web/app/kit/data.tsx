import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { WebLink } from "./link.tsx";
import { Picture } from "./picture.tsx";
import { count, day, moment } from "./said.ts";
import { type Fields, fields, webAddress } from "./shape.ts";
import { say } from "./words.ts";

const MOST_ROWS = 100;
const MOST_ENTRIES = 200;
const LONGEST = 300;
/** Fields whose address is a picture's. */
const PICTURE = /^(?:thumbnail|image|picture|poster|cover|logo)(?:_?url)?$/i;

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** A year has no separators. */
const YEAR = /year|ann[eé]e/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

interface ValueProps {
  readonly value: unknown;
  /** What it is called, where it is part of something. */
  readonly name?: string;
}

/** A value of any shape in a cell: numbers with separators, dates as dates, links as links, everything else as text. */
export function Value({ value, name = "" }: ValueProps): JSX.Element {
  if (typeof value === "number") return <span class="number">{YEAR.test(name) ? String(value) : count(value)}</span>;
  if (typeof value === "string") {
    if (DAY.test(value) || MOMENT.test(value))
      return (
        <time dateTime={value} title={value}>
          {MOMENT.test(value) ? moment(value) : day(value)}
        </time>
      );
    const address = webAddress(value);
    return address && /^https?:/i.test(value) ? (
      <WebLink to={address}>{cut(value.replace(/^https?:\/\/(www\.)?/, ""))}</WebLink>
    ) : (
      <span dir="auto">{cut(value)}</span>
    );
  }
  if (value === null || value === undefined) return <span class="faint">—</span>;
  if (typeof value === "boolean") return <span>{String(value)}</span>;
  if (Array.isArray(value) && value.every((entry) => typeof entry !== "object"))
    return <span dir="auto">{cut(value.map(String).join(", "))}</span>;
  return <span class="faint">{cut(JSON.stringify(value))}</span>;
}

/** Items as a table; a column is as its values are: numbers stand right. */
export function ItemsTable(props: { readonly items: readonly Fields[]; readonly label: string }): JSX.Element {
  const shown = useSignal(MOST_ROWS);
  const rows = props.items.slice(0, shown.value);
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const numeric = new Set(
    columns.filter((name) => rows.every((row) => row[name] === undefined || typeof row[name] === "number")),
  );
  return (
    <section class="scroll" aria-label={props.label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col" class={numeric.has(name) ? "number" : ""}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map((name) => (
                <td key={name} class={numeric.has(name) ? "number" : ""}>
                  {PICTURE.test(name) ? (
                    <Picture url={row[name]} alt={name} class="cell" />
                  ) : (
                    <Value value={row[name]} name={name} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {props.items.length > rows.length && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            shown.value += MOST_ROWS;
          }}
        >
          {say("resultsMore", { n: props.items.length - rows.length })}
        </button>
      )}
    </section>
  );
}

/** JSON as a tree; what is deep opens when asked. */
export function Tree({ value, depth = 0 }: { readonly value: unknown; readonly depth?: number }): JSX.Element {
  if (typeof value !== "object" || value === null) return <Value value={value} />;
  const entries = Object.entries(fields(Array.isArray(value) ? { ...value } : value));
  if (entries.length === 0) return <span class="faint">{Array.isArray(value) ? "[]" : "{}"}</span>;
  return (
    <ul class="tree">
      {entries.slice(0, MOST_ENTRIES).map(([name, inner]) => (
        <li key={name}>
          {typeof inner === "object" && inner !== null ? (
            <Branch name={name} value={inner} open={depth < 1} depth={depth} />
          ) : (
            <>
              <span class="faint">{name}: </span>
              <Value value={inner} name={name} />
            </>
          )}
        </li>
      ))}
      {entries.length > MOST_ENTRIES && <li class="faint">… {count(entries.length - MOST_ENTRIES)}</li>}
    </ul>
  );
}

function Branch(props: { name: string; value: object; open: boolean; depth: number }): JSX.Element {
  const open = useSignal(props.open);
  return (
    <details
      open={open.value}
      onToggle={({ currentTarget }) => {
        open.value = currentTarget.open;
      }}
    >
      <summary>
        {props.name} <span class="faint">({Object.keys(props.value).length})</span>
      </summary>
      {open.value && <Tree value={props.value} depth={props.depth + 1} />}
    </details>
  );
}
