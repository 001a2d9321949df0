import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Link } from "../../kit/link.tsx";
import { parsers } from "../../kit/parsers.ts";
import { addressOf } from "../../kit/place.ts";
import { clock, count, duration } from "../../kit/said.ts";
import { type Fields, fields, list, number, text } from "../../kit/shape.ts";
import { say } from "../../kit/words.ts";

const ORDER = ["resting", "failing", "probing", "unknown", "ok"];
const STEP = 100;

const isBad = (source: Fields): boolean => ["resting", "failing"].includes(text(source["state"]));

/** Every source that was asked in the last 24 hours: those that fare badly first. */
export function SourceTable({ sources }: { readonly sources: readonly Fields[] }): JSX.Element {
  const shown = useSignal(STEP);
  const paths = useSignal<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    parsers().then(
      (all) => {
        paths.value = new Map(all.map(({ id, path }) => [id, path]));
      },
      // A source is found by its name all the same.
      () => undefined,
    );
  }, []);
  const sorted = sources.toSorted(
    (a, b) =>
      ORDER.indexOf(text(a["state"])) - ORDER.indexOf(text(b["state"])) ||
      (number(a["success_rate"]) ?? 1) - (number(b["success_rate"]) ?? 1) ||
      text(a["id"]).localeCompare(text(b["id"])),
  );
  const left = sorted.length - shown.value;
  return (
    <section class="scroll" aria-label={say("sourcesState")} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{say("source")}</th>
            <th scope="col">{say("state")}</th>
            <th scope="col">{say("restsUntil")}</th>
            <th scope="col" class="number">
              {say("timesAsked")}
            </th>
            <th scope="col" class="number">
              {say("successRate")}
            </th>
            <th scope="col" class="number">
              p50
            </th>
            <th scope="col" class="number">
              p95
            </th>
            <th scope="col">{say("byHour")}</th>
            <th scope="col">{say("lastError")}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, shown.value).map((source) => (
            <SourceRow key={text(source["id"])} source={source} path={paths.value.get(text(source["id"]))} />
          ))}
        </tbody>
      </table>
      {left > 0 && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            shown.value += STEP;
          }}
        >
          {say("resultsMore", { n: left })}
        </button>
      )}
    </section>
  );
}

function SourceRow({ source, path }: { readonly source: Fields; readonly path: string | undefined }): JSX.Element {
  const error = fields(source["last_error"]);
  const until = text(source["resting_until"]);
  const [asked, rate] = [number(source["asked"]), number(source["success_rate"])];
  const ms = (value: unknown): string => {
    const known = number(value);
    return known === undefined ? "—" : duration(known);
  };
  return (
    <tr class={isBad(source) ? "bad" : ""}>
      <th scope="row">
        <Link to={path ? addressOf(`ui/sources${path}`) : addressOf("ui/sources", { q: text(source["id"]) })}>
          {text(source["id"])}
        </Link>
      </th>
      <td class="state">{text(source["state"]) || "—"}</td>
      <td>{until ? clock(until) : "—"}</td>
      <td class="number">{asked === undefined ? "—" : count(asked)}</td>
      <td class="number">{rate === undefined ? "—" : `${count(Math.round(rate * 1000) / 10)} %`}</td>
      <td class="number">{ms(source["p50_ms"])}</td>
      <td class="number">{ms(source["p95_ms"])}</td>
      <td>
        <Sparkline hours={list(source["by_hour"]).map(fields)} />
      </td>
      <td class="said">{text(error["error"]) ? `${clock(text(error["at"]))} ${text(error["error"])}` : "—"}</td>
    </tr>
  );
}

const HEIGHT = 20;
const BAR = 4;

/** Answers and failures by hour, the present one last. */
function Sparkline({ hours }: { readonly hours: readonly Fields[] }): JSX.Element | null {
  const bars = hours.map((hour) => ({ good: number(hour["answered"]) ?? 0, bad: number(hour["failed"]) ?? 0 }));
  const most = Math.max(1, ...bars.map(({ good, bad }) => good + bad));
  const total = (name: "good" | "bad"): number => bars.reduce((sum, bar) => sum + bar[name], 0);
  if (bars.length === 0) return null;
  return (
    <svg
      class="sparkline"
      role="img"
      aria-label={say("sparkline", { n: total("good"), failed: total("bad") })}
      viewBox={`0 0 ${bars.length * BAR} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {bars.map(({ good, bad }, at) => {
        const [above, below] = [(bad / most) * HEIGHT, (good / most) * HEIGHT];
        return (
          <g key={at}>
            <rect class="good" x={at * BAR} y={HEIGHT - below} width={BAR - 1} height={below} />
            <rect class="bad" x={at * BAR} y={HEIGHT - below - above} width={BAR - 1} height={above} />
          </g>
        );
      })}
    </svg>
  );
}
