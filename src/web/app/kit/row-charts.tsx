import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Chart } from "./chart.tsx";
import { overTime } from "./over-time.ts";
import { count } from "./said.ts";
import type { Fields } from "./shape.ts";

/** A chart for each number that rows have over time; nothing where they have no time. */
export function RowCharts({ items }: { readonly items: readonly Fields[] }): JSX.Element | null {
  const charts = useMemo(() => overTime(items), [items]);
  if (charts.length === 0) return null;
  return (
    <div class="charts">
      {charts.map(({ name, times, series }) => (
        <Chart key={name} label={name.replaceAll("_", " ")} times={times} series={series} said={count} />
      ))}
    </div>
  );
}
