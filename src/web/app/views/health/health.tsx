import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { events, json, key } from "../../kit/api.ts";
import { Failure } from "../../kit/failure.tsx";
import { Link } from "../../kit/link.tsx";
import { announce } from "../../kit/live.ts";
import { type Parser, parsers } from "../../kit/parsers.ts";
import { addressOf } from "../../kit/place.ts";
import { begin, ended, stop } from "../../kit/running.ts";
import { clock, count, duration } from "../../kit/said.ts";
import { type Fields, fields, list, number, text } from "../../kit/shape.ts";
import { say } from "../../kit/words.ts";

const REFRESH_MS = 5_000;
const ORDER = ["resting", "failing", "probing", "unknown", "ok"];

/** How the service and its sources fare, asked every few seconds while the view is looked at. */
export function Health(): JSX.Element {
  const state = useSignal<Fields | undefined>(undefined);
  const failed = useSignal<unknown>(undefined);
  const run = useSignal(0);
  useEffect(() => {
    const look = (): void => {
      if (document.hidden) return;
      json("/health").then(
        (answer) => {
          state.value = answer;
          failed.value = undefined;
        },
        (error: unknown) => {
          failed.value = error;
        },
      );
    };
    look();
    const timer = setInterval(look, REFRESH_MS);
    return () => clearInterval(timer);
  }, [run.value, key.value]);
  const sources = list(state.value?.["sources"])
    .map(fields)
    .sort((a, b) => ORDER.indexOf(text(a["state"])) - ORDER.indexOf(text(b["state"])));
  return (
    <>
      <h1>{say("health")}</h1>
      {failed.value !== undefined && (
        <Failure
          error={failed.value}
          again={() => {
            run.value += 1;
          }}
        />
      )}
      {state.value && (
        <dl class="figures">
          <Figure name={say("state")} value={text(state.value["status"])} />
          <Figure name={say("version")} value={text(state.value["version"])} />
          <Figure name={say("uptime")} value={uptime(number(state.value["uptime_s"]) ?? 0)} />
          <Figure name={say("sourcesAsked")} value={count(sources.length)} />
        </dl>
      )}
      {text(state.value?.["reason"]) && <p>{text(state.value?.["reason"])}</p>}
      <Doctor />
      <h2>{say("sourcesState")}</h2>
      {state.value && sources.length === 0 ? (
        <p class="empty">{say("healthEmpty")}</p>
      ) : (
        <section class="scroll" aria-label={say("sourcesState")} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{say("source")}</th>
                <th scope="col">{say("state")}</th>
                <th scope="col">{say("restsUntil")}</th>
                <th scope="col" class="number">
                  {say("failuresInRow")}
                </th>
                <th scope="col">{say("lastOk")}</th>
                <th scope="col">{say("lastError")}</th>
              </tr>
            </thead>
            <tbody>
              {sources.map((source) => (
                <SourceRow key={text(source["id"])} source={source} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}

export const Figure = ({ name, value }: { readonly name: string; readonly value: string }): JSX.Element => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

function SourceRow({ source }: { readonly source: Fields }): JSX.Element {
  const error = fields(source["last_error"]);
  const moment = (value: unknown): string => (text(value) ? clock(text(value)) : "—");
  return (
    <tr class={text(source["state"]) === "ok" ? "" : "bad"}>
      <th scope="row">
        <Link to={addressOf("ui/sources", { q: text(source["id"]) })}>{text(source["id"])}</Link>
      </th>
      <td class="state">{text(source["state"])}</td>
      <td>{moment(source["resting_until"])}</td>
      <td class="number">{count(number(source["consecutive_failures"]) ?? 0)}</td>
      <td>{moment(source["last_ok"])}</td>
      <td class="said">{text(error["error"]) ? `${clock(text(error["at"]))} ${text(error["error"])}` : "—"}</td>
    </tr>
  );
}

function uptime(seconds: number): string {
  const parts = [
    [86_400, "d"],
    [3_600, "h"],
    [60, "min"],
  ] as const;
  const [size, unit] = parts.find(([step]) => seconds >= step) ?? [1, "s"];
  return `${count(Math.floor(seconds / size))} ${unit}`;
}

interface Checked {
  readonly path: string;
  readonly state: string;
  readonly said: string;
}

/** Batches of this size keep the service's own pace, and can be stopped between and within. */
const BATCH = 16;

/** Asks every source that needs no key its own example, and tells how each fares. */
function Doctor(): JSX.Element {
  const total = useSignal(0);
  const checked = useSignal<readonly Checked[]>([]);
  const busy = useSignal(false);
  const failure = useSignal<unknown>(undefined);
  const askAll = async (): Promise<void> => {
    const mine = begin();
    busy.value = true;
    failure.value = undefined;
    checked.value = [];
    try {
      const asked = (await parsers()).filter(({ keyRequired }) => !keyRequired);
      total.value = asked.length;
      for (let from = 0; from < asked.length && !mine.signal.aborted; from += BATCH)
        await askSome(asked.slice(from, from + BATCH), mine.signal, (row) => {
          checked.value = [...checked.value, row];
        });
      const good = checked.value.filter(({ state }) => state === "ok").length;
      announce(say("doctorDone", { n: good, all: total.value }));
    } catch (error) {
      if (!mine.signal.aborted) failure.value = error;
    } finally {
      ended(mine);
      busy.value = false;
    }
  };
  const good = checked.value.filter(({ state }) => state === "ok").length;
  return (
    <section aria-label={say("doctor")}>
      <div class="row">
        <button type="button" disabled={busy.value} onClick={askAll}>
          {say("doctor")}
        </button>
        {busy.value && (
          <button type="button" onClick={stop}>
            {say("stop")}
          </button>
        )}
        <span class="faint">
          {checked.value.length > 0 ? say("doctorDone", { n: good, all: checked.value.length }) : say("doctorHint")}
        </span>
      </div>
      {total.value > 0 && (
        <progress max={total.value} value={checked.value.length} aria-label={say("doctor")}>
          {checked.value.length}
        </progress>
      )}
      {failure.value !== undefined && <Failure error={failure.value} again={askAll} />}
      {checked.value.some(({ state }) => state !== "ok") && (
        <details>
          <summary>{say("doctorFailed", { n: checked.value.length - good })}</summary>
          <ul class="cards">
            {checked.value
              .filter(({ state }) => state !== "ok")
              .map(({ path, state, said }) => (
                <li key={path}>
                  <Link to={addressOf(`ui/sources/${path}`)}>{path}</Link> <strong>{state}</strong>
                  <p class="faint">{said}</p>
                </li>
              ))}
          </ul>
        </details>
      )}
    </section>
  );
}

async function askSome(asked: readonly Parser[], signal: AbortSignal, told: (row: Checked) => void): Promise<void> {
  const body = asked.map(({ category, id, example }) => ({
    parser: `${category}/${id}`,
    query: example,
    pagecount: 1,
  }));
  for await (const { event, data } of events("/batch", { body, signal })) {
    if (event !== "section") continue;
    const value = fields(data["value"]);
    const good = value["success"] === true;
    const n = list(value["items"]).length;
    told({
      path: text(value["parser"]),
      state: good ? (n > 0 ? "ok" : "empty") : text(value["code"]),
      said: good ? duration(number(value["time_ms"]) ?? 0) : text(value["error"]),
    });
  }
}
