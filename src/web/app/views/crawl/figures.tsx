import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Chart } from "../../kit/chart.tsx";
import { bytes, count } from "../../kit/said.ts";
import { type Fields, fields, number, text } from "../../kit/shape.ts";
import { language, say } from "../../kit/words.ts";
import { Figure } from "../health/health.tsx";
import { isCrawl, stateOf } from "./states.ts";
import type { Visited } from "./visited.ts";

const MOST_HOSTS = 8;

interface Props {
  readonly task: Fields;
  readonly visited: Visited;
  /** How many rows it has, for it grows in place. */
  readonly seen: number;
}

/** Pages a second, to a tenth. */
const rate = (pages: number): string => `${count(Math.round(pages * 10) / 10)} /s`;

/** How a job fares: its counts, its pace, and what came of its addresses, by state and by host. */
export function Figures({ task, visited, seen }: Props): JSX.Element {
  const pages = fields(task["pages"]);
  const of = (name: string): number => number(pages[name]) ?? 0;
  const kept = Math.max(of("kept"), visited.statuses.get("ok") ?? 0);
  const began = Date.parse(text(task["started_at"]) || text(task["created_at"]));
  const end = Date.parse(text(task["ended_at"])) || Date.now();
  const perSecond = kept / Math.max(1, (end - began) / 1000);
  const limit = number(fields(task["request"])["limit"]) ?? Number(text(fields(task["request"])["limit"]));
  const open = text(task["ended_at"]) === "";
  // Pages come by the frame; the chart is drawn anew by the second.
  const second = Math.floor(Date.now() / 1000);
  const paced = useMemo(() => visited.pace(), [visited, second]);
  const series = useMemo(() => [{ name: say("pages"), values: paced.pages }], [paced, language.value]);
  return (
    <>
      <dl class="figures">
        <Figure name={say("state")} value={stateOf(task)} />
        <Figure name={say("pages")} value={count(kept)} />
        <Figure name={say("pace")} value={rate(perSecond)} />
        <Figure name={say("queue")} value={count(of("waiting"))} />
        <Figure name={say("underWay")} value={count(of("under_way"))} />
        <Figure name={say("failed")} value={count(of("failed"))} />
        <Figure name={say("disallowed")} value={count(of("disallowed"))} />
        <Figure name={say("letters")} value={count(visited.chars)} />
        <Figure name={say("transferred")} value={visited.bytes > 0 ? bytes(visited.bytes) : "—"} />
      </dl>
      {open && limit > 0 && (
        <progress aria-label={say("pages")} max={limit} value={Math.min(limit, kept)}>
          {kept}
        </progress>
      )}
      {open && paced.times.length > 1 && <Chart label={say("pace")} times={paced.times} series={series} said={rate} />}
      {/* Also before there is anything to tell: what is below would be moved by it. */}
      {(isCrawl(task) || seen > 0) && (
        <details>
          <summary>{say("byStateAndHost")}</summary>
          <dl class="about">
            {[...visited.statuses, ...visited.busiest(MOST_HOSTS)].map(([name, n]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{count(n)}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  );
}
