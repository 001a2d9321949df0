import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Failure } from "./failure.tsx";
import { theme } from "./theme.ts";
import { language, say } from "./words.ts";

const HEIGHT_PX = 150;
const NARROWEST_PX = 240;
/** Colours that are told apart by who sees few of them, in the order of the series. */
const COLOURS = ["--accent", "--bad", "--link"] as const;

interface Series {
  readonly name: string;
  readonly values: readonly (number | undefined)[];
}

interface Props {
  readonly label: string;
  /** Seconds since 1970, ascending; the values of every series are at these. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  /** A value as people read it, with its unit. */
  readonly said: (value: number) => string;
}

type Plot = ReturnType<typeof import("./uplot.ts").plot>;

/** Figures over time as lines, with the same as a table behind it. The code that draws is loaded with the first one. */
export function Chart({ label, times, series, said }: Props): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<Plot | undefined>(undefined);
  const failed = useSignal<unknown>(undefined);
  const names = series.map(({ name }) => name).join("\n");
  const data = (): [number[], ...(number | null)[][]] => [
    [...times],
    ...series.map(({ values }) => values.map((value) => value ?? null)),
  ];
  useEffect(() => {
    let wanted = true;
    const { current: element } = box;
    const width = (): number => Math.max(NARROWEST_PX, element?.clientWidth ?? 0);
    const watched = new ResizeObserver(() => drawn.current?.setSize({ width: width(), height: HEIGHT_PX }));
    import("./uplot.ts").then(
      ({ plot }) => {
        if (!wanted || !element) return;
        const colour = (name: string): string => getComputedStyle(element).getPropertyValue(name);
        const axis = { stroke: getComputedStyle(element).color, grid: { stroke: colour("--line"), width: 1 } };
        const options = {
          width: width(),
          height: HEIGHT_PX,
          legend: { show: series.length > 1 },
          cursor: { drag: { x: false, y: false } },
          scales: {
            y: { range: (_: unknown, __: number, most: number): [number, number] => [0, most > 0 ? most * 1.1 : 1] },
          },
          axes: [
            { ...axis, values: (_: unknown, marks: number[]) => marks.map((second) => hour(second)) },
            { ...axis, size: 70, values: (_: unknown, marks: number[]) => marks.map((mark) => said(mark)) },
          ],
          series: [
            { value: (_: unknown, second: number | null) => (second === null ? "" : hour(second)) },
            ...series.map(({ name }, at) => ({
              label: name,
              stroke: colour(COLOURS[at % COLOURS.length] ?? COLOURS[0]),
              width: 1.5,
              points: { show: false },
              value: (_: unknown, value: number | null) => (value === null ? "—" : said(value)),
            })),
          ],
        };
        drawn.current = plot(options, data(), element);
        watched.observe(element);
      },
      (error: unknown) => {
        failed.value = error;
      },
    );
    return () => {
      wanted = false;
      watched.disconnect();
      drawn.current?.destroy();
      drawn.current = undefined;
    };
  }, [names, theme.value, language.value]);
  useEffect(() => drawn.current?.setData(data()), [times, series]);
  return (
    <figure class="chart" aria-label={label}>
      <figcaption>
        {label} <strong>{lastOf(series, said)}</strong>
      </figcaption>
      {failed.value !== undefined && <Failure error={failed.value} />}
      <div ref={box} aria-hidden="true" />
      <Behind label={label} times={times} series={series} said={said} />
    </figure>
  );
}

const hour = (second: number): string =>
  new Date(second * 1000).toLocaleTimeString(language.value, { hour: "2-digit", minute: "2-digit" });

const lastOf = (series: readonly Series[], said: Props["said"]): string =>
  series
    .flatMap(({ values }) => {
      const last = values.at(-1);
      return last === undefined ? [] : [said(last)];
    })
    .join(" · ");

/** The chart's values as a table, written when it is opened. */
function Behind({ label, times, series, said }: Props): JSX.Element {
  const open = useSignal(false);
  return (
    <details
      onToggle={({ currentTarget }) => {
        open.value = currentTarget.open;
      }}
    >
      <summary>{say("asTable")}</summary>
      {open.value && (
        <section class="scroll" aria-label={label} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{say("time")}</th>
                {series.map(({ name }) => (
                  <th key={name} scope="col" class="number">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {times.map((second, at) => (
                <tr key={second}>
                  <th scope="row">{new Date(second * 1000).toLocaleTimeString(language.value)}</th>
                  {series.map(({ name, values }) => {
                    const value = values[at];
                    return (
                      <td key={name} class="number">
                        {value === undefined ? "—" : said(value)}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  );
}
