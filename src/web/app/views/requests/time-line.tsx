import type { JSX } from "preact";
import { count, duration } from "../../kit/said.ts";
import { type Fields, number, text } from "../../kit/shape.ts";
import { say } from "../../kit/words.ts";

const WIDTH = 300;
const HEIGHT = 12;
const LEAST = 1;

/** When each source began, answered and failed, the first one first. */
export function TimeLine({ sources, ms }: { readonly sources: readonly Fields[]; readonly ms: number }): JSX.Element {
  const whole = Math.max(1, ms, ...sources.map((source) => number(source["ended_ms"]) ?? 0));
  const sorted = sources.toSorted((a, b) => (number(a["began_ms"]) ?? 0) - (number(b["began_ms"]) ?? 0));
  return (
    <section class="scroll" aria-label={say("timeLine")} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{say("source")}</th>
            <th scope="col">{say("state")}</th>
            <th scope="col" class="number">
              {say("itemsHead")}
            </th>
            <th scope="col" class="number">
              {say("began")}
            </th>
            <th scope="col" class="number">
              {say("ended")}
            </th>
            <th scope="col">{say("timeLine")}</th>
            <th scope="col">{say("lastError")}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((source) => (
            <Line key={text(source["id"])} source={source} whole={whole} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Line({ source, whole }: { readonly source: Fields; readonly whole: number }): JSX.Element {
  const [began, ended] = [number(source["began_ms"]) ?? 0, number(source["ended_ms"])];
  const status = text(source["status"]);
  const good = status === "ok" || status === "empty";
  const [from, to] = [(began / whole) * WIDTH, ((ended ?? whole) / whole) * WIDTH];
  return (
    <tr class={good ? "" : "bad"}>
      <th scope="row">{text(source["id"])}</th>
      <td class="state">{status || say("unended")}</td>
      <td class="number">{count(number(source["items"]) ?? 0)}</td>
      <td class="number">{duration(began)}</td>
      <td class="number">{ended === undefined ? "—" : duration(ended)}</td>
      <td>
        <svg class="span" aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
          <rect class={good ? "good" : "bad"} x={from} y={0} width={Math.max(LEAST, to - from)} height={HEIGHT} />
        </svg>
      </td>
      <td class="said">{text(source["error"]) || "—"}</td>
    </tr>
  );
}
