import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { json, key } from "../../kit/api.ts";
import { Chart } from "../../kit/chart.tsx";
import { Failure } from "../../kit/failure.tsx";
import { change, place } from "../../kit/place.ts";
import { bytes, count, duration } from "../../kit/said.ts";
import { type Fields, fields, list, number, text } from "../../kit/shape.ts";
import { Tabs } from "../../kit/tabs.tsx";
import { say } from "../../kit/words.ts";

const RANGES = ["15m", "1h", "24h"] as const;
const RANGE_WORDS = { "15m": "range15m", "1h": "range1h", "24h": "range24h" } as const;
/** A point of the shortest range comes as often. */
const REFRESH_MS = 5_000;

const perSecond = (value: number): string => `${count(Math.round(value * 100) / 100)} /s`;
const whole = (value: number): string => count(Math.round(value * 10) / 10);

const CHARTS = [
  { word: "chartRequests", said: perSecond, series: [["chartRequests", "requests_per_s"]] },
  { word: "chartErrors", said: perSecond, series: [["chartErrors", "errors_per_s"]] },
  {
    word: "chartCache",
    said: perSecond,
    series: [
      ["chartHits", "cache_hits_per_s"],
      ["chartMisses", "cache_misses_per_s"],
    ],
  },
  {
    word: "chartMemory",
    said: bytes,
    series: [
      ["chartResident", "memory_bytes"],
      ["chartHeap", "heap_bytes"],
    ],
  },
  { word: "chartDelay", said: duration, series: [["chartDelay", "event_loop_delay_ms"]] },
  { word: "chartSockets", said: whole, series: [["chartSockets", "sockets"]] },
  { word: "jobs", said: whole, series: [["jobs", "jobs"]] },
] as const;

/** What the service did in the past, as it remembers it; `onSettled` is told when there is something to see, or why not. */
export function Charts({ onSettled }: { readonly onSettled: () => void }): JSX.Element {
  const range = RANGES.find((known) => known === place.value.query.get("range")) ?? "15m";
  const points = useSignal<readonly Fields[] | undefined>(undefined);
  const failed = useSignal<unknown>(undefined);
  useEffect(() => {
    let wanted = true;
    points.value = undefined;
    const look = (): void => {
      if (document.hidden) return;
      json(`/health/history?range=${range}`).then(
        ({ items }) => {
          if (!wanted) return;
          points.value = list(items).map(fields);
          failed.value = undefined;
          onSettled();
        },
        (error: unknown) => {
          if (!wanted) return;
          failed.value = error;
          onSettled();
        },
      );
    };
    look();
    const timer = setInterval(look, REFRESH_MS);
    return () => {
      wanted = false;
      clearInterval(timer);
    };
  }, [range, key.value]);
  return (
    <Tabs
      label={say("range")}
      tabs={RANGES.map((id) => ({ id, label: say(RANGE_WORDS[id]) }))}
      current={range}
      onChoose={(id) => change({ range: id === "15m" ? undefined : id }, { replace: true })}
    >
      {failed.value !== undefined && <Failure error={failed.value} />}
      {points.value?.length === 0 && <p class="empty">{say("historyEmpty")}</p>}
      {points.value && points.value.length > 0 && <Drawn points={points.value} />}
    </Tabs>
  );
}

function Drawn({ points }: { readonly points: readonly Fields[] }): JSX.Element {
  const times = points.map(({ at }) => Date.parse(text(at)) / 1000);
  return (
    <div class="charts">
      {CHARTS.filter(({ series }) => series.some(([, name]) => points.some((point) => point[name] !== undefined))).map(
        ({ word, said, series }) => (
          <Chart
            key={word}
            label={say(word)}
            times={times}
            said={said}
            series={series.map(([name, field]) => ({
              name: say(name),
              values: points.map((point) => number(point[field])),
            }))}
          />
        ),
      )}
    </div>
  );
}
