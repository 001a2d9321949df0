import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { json } from "../../kit/api.ts";
import { Link } from "../../kit/link.tsx";
import { addressOf, change, place } from "../../kit/place.ts";
import { clock, count, duration } from "../../kit/said.ts";
import { fields, list, text } from "../../kit/shape.ts";
import { say } from "../../kit/words.ts";
import type { Found, Lane } from "./found.ts";

const FINE: ReadonlySet<string> = new Set(["pending", "ok", "empty", "stale"]);

/** A lane for each engine: whether it is pending, what it brought, in what time, or why it failed. */
export function Lanes({ found }: { readonly found: Found; readonly version: number }): JSX.Element {
  const until = useRests([...found.lanes.values()].some(({ state }) => !FINE.has(state)) && found.pending.length === 0);
  const slowest = Math.max(1, ...[...found.lanes.values()].map(({ ms }) => ms ?? 0));
  return (
    <ul class="lanes" aria-label={say("engines")}>
      {[...found.lanes.values()].map((lane) => (
        <LaneRow key={lane.id} lane={lane} slowest={slowest} until={until.get(lane.id)} />
      ))}
      {found.lanes.size > 0 && found.pending.length === 0 && (
        <li class="lane others" key="">
          <Link to={addressOf("ui/setup")}>{say("lanesOthers")}</Link>
        </li>
      )}
    </ul>
  );
}

function LaneRow(props: {
  readonly lane: Lane;
  readonly slowest: number;
  readonly until: string | undefined;
}): JSX.Element {
  const { lane, slowest, until } = props;
  const name = nameOf(lane.id);
  const chosen = place.value.query.get("from") === name;
  const fine = FINE.has(lane.state);
  const state = stateOf(lane, until);
  return (
    <li class={`lane ${fine ? lane.state : "failed"}`}>
      <button
        type="button"
        class="quiet"
        aria-pressed={chosen}
        title={lane.error || say("filterEngine", { engine: name })}
        onClick={() => change({ from: chosen ? undefined : name }, { replace: true })}
      >
        <span class="who">{name}</span> <span class="how">{state}</span>
        <svg class="took" viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true">
          <rect width={((lane.ms ?? 0) / slowest) * 100} height="2" />
        </svg>
      </button>
      {!fine && (
        <Link class="error" to={addressOf(`ui/sources/${lane.id.includes("/") ? lane.id : `search/${lane.id}`}`)}>
          {lane.error || say("laneAbout", { engine: name })}
        </Link>
      )}
    </li>
  );
}

/** `npm` of `packages/npm`: the name that results have as their source. */
const nameOf = (id: string): string => id.split("/").at(-1) ?? id;

function stateOf({ state, items, ms }: Lane, until: string | undefined): string {
  const time = ms === undefined ? "" : duration(ms);
  if (state === "pending") return say("lanePending");
  if (state === "ok") return say("laneOk", { n: count(items), time });
  if (state === "empty") return say("laneEmpty", { time });
  if (state === "stale") return say("laneStale", { n: count(items) });
  return until === undefined ? state : say("laneUntil", { state, time: clock(until) });
}

/** Until when each source rests, asked once some have failed and none is pending. */
function useRests(wanted: boolean): ReadonlyMap<string, string> {
  const rests = useSignal<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    if (!wanted) return;
    json("/health").then(
      ({ sources }) => {
        const known = list(sources).map(fields);
        rests.value = new Map(
          known.flatMap(({ id, resting_until }) => (resting_until ? [[text(id), text(resting_until)] as const] : [])),
        );
      },
      // The lanes' own sentences stand, without the hour.
      () => undefined,
    );
  }, [wanted]);
  return rests.value;
}
