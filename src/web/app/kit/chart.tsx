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
        const axis = {
          stroke: getComputedStyle(element).color,
          grid: { stroke: colourOf(element, "--line"), width: 1 },
        };
        const options = {
          width: width(),
          height: HEIGHT_PX,
          legend: { show: series.length > 1 },
          cursor: { drag: { x: false, y: false } },
          scales: {
            // One point alone stands in the middle of two minutes.
            x: {
              range: (_: unknown, from: number, to: number): [number, number] => [
                from - (to > from ? 0 : 60),
                to + (to > from ? 0 : 60),
              ],
            },
            y: { range: (_: unknown, __: number, most: number): [number, number] => [0, most > 0 ? most * 1.1 : 1] },
          },
          axes: [
            { ...axis, values: (_: unknown, marks: number[]) => marks.map((mark) => timed(mark, apartOf(marks))) },
            { ...axis, size: 70, values: (_: unknown, marks: number[]) => marks.map((mark) => said(mark)) },
          ],
          series: [
            { label: say("time"), value: (_: unknown, at: number | null) => (at === null ? "" : exact(at, times)) },
            ...series.map(({ name }, at) => ({
              label: name,
              stroke: colourOf(element, COLOURS[at % COLOURS.length] ?? COLOURS[0]),
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

/**
 * A custom property as the colour that it comes to. Its own value is what the style sheet says (`light-dark(…)`), which a
 * canvas ignores without a word.
 */
function colourOf(element: HTMLElement, name: string): string {
  const probe = element.appendChild(document.createElement("span"));
  probe.style.color = `var(${name})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

const DAY_S = 86_400;
const MONTH_S = 28 * DAY_S;

/** A moment as exact as its distance to the next one, in seconds, asks for; days and longer are those of UTC. */
function timed(second: number, apart: number): string {
  const at = new Date(second * 1000);
  if (apart >= 12 * MONTH_S) return String(at.getUTCFullYear());
  if (apart >= DAY_S)
    return at.toLocaleDateString(language.value, {
      timeZone: "UTC",
      month: "short",
      ...(apart >= MONTH_S ? { year: "numeric" } : { day: "numeric" }),
    });
  return at.toLocaleTimeString(language.value, {
    hour: "2-digit",
    minute: "2-digit",
    ...(apart < 60 && { second: "2-digit" }),
  });
}

const apartOf = (marks: readonly number[]): number => (marks[1] ?? 0) - (marks[0] ?? 0);

/** Whether these are days or longer, and no moments within a day. */
const daily = (times: readonly number[]): boolean => times.every((second) => second % DAY_S === 0);

const exact = (second: number, times: readonly number[]): string =>
  daily(times)
    ? new Date(second * 1000).toISOString().slice(0, 10)
    : new Date(second * 1000).toLocaleTimeString(language.value);

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
                  <th scope="row">{exact(second, times)}</th>
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
