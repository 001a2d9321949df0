import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { language } from "./words.ts";

const ROW_PX = 34;
const SPARE_ROWS = 6;
/** Browsers draw no element higher than some 16 million pixels: 100,000 rows of 34 stay below. */
const HEIGHT_PX = 480;
/** Rows that are drawn at most. */
const DRAWN = Math.ceil(HEIGHT_PX / ROW_PX) + 2 * SPARE_ROWS;

interface Props<Row> {
  readonly label: string;
  readonly count: number;
  readonly head: readonly string[];
  /** Those of `head` whose cells are numbers: they stand right. */
  readonly numbers?: readonly string[];
  /** The row at a place, once it is looked at; it stays what it is. */
  row(index: number): Row | undefined;
  cells(row: Row): readonly JSX.Element[];
  readonly columns: string;
}

/** A table of any length: only the rows that are looked at are drawn. */
export function VirtualTable<Row>({ label, count, head, numbers = [], row, cells, columns }: Props<Row>): JSX.Element {
  const top = useSignal(0);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.style.setProperty("--columns", columns), [columns]);
  const first = Math.max(0, Math.floor(top.value / ROW_PX) - SPARE_ROWS);
  const last = Math.min(count, first + DRAWN);
  const rows = Array.from({ length: last - first }, (_, index) => first + index);
  const before = useMemo(() => new Map<number, JSX.Element>(), [language.value]);
  const drawn = rows.map((index) => before.get(index) ?? drawRow(index, head, row(index), cells));
  before.clear();
  for (const [at, element] of drawn.entries()) before.set(first + at, element);
  const inner = useRef<HTMLDivElement>(null);
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    inner.current?.style.setProperty("height", `${count * ROW_PX}px`);
    shown.current?.style.setProperty("transform", `translateY(${first * ROW_PX}px)`);
  }, [count, first]);
  return (
    <div
      ref={box}
      class="virtual"
      role="table"
      aria-label={label}
      aria-rowcount={count + 1}
      tabIndex={0}
      onScroll={({ currentTarget }) => {
        top.value = currentTarget.scrollTop;
      }}
    >
      <div role="rowgroup" class="virtual-head">
        <div role="row" aria-rowindex={1}>
          {head.map((name) => (
            <span key={name} role="columnheader" class={numbers.includes(name) ? "number" : ""}>
              {name}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" ref={inner}>
        <div ref={shown} role="presentation">
          {drawn}
        </div>
      </div>
    </div>
  );
}

/** A row; one that is scrolled away lends its elements to the one that comes. */
const drawRow = <Row,>(
  index: number,
  head: readonly string[],
  data: Row | undefined,
  cells: Props<Row>["cells"],
): JSX.Element => (
  <div key={index % DRAWN} role="row" aria-rowindex={index + 2}>
    {data === undefined
      ? null
      : cells(data).map((cell, at) => (
          <span key={head[at]} role="cell">
            {cell}
          </span>
        ))}
  </div>
);
