import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { json, key } from "../../kit/api.ts";
import { Failure } from "../../kit/failure.tsx";
import { count } from "../../kit/said.ts";
import { type Fields, fields, list, number, text } from "../../kit/shape.ts";
import { say } from "../../kit/words.ts";
import { Charts } from "./charts.tsx";
import { Doctor } from "./doctor.tsx";
import { SourceTable } from "./source-table.tsx";

const REFRESH_MS = 5_000;

/** How the service and its sources fare, asked every few seconds while the view is looked at. */
export function Health(): JSX.Element {
  const state = useSignal<Fields | undefined>(undefined);
  const sources = useSignal<readonly Fields[] | undefined>(undefined);
  const failed = useSignal<unknown>(undefined);
  const run = useSignal(0);
  const drawn = useSignal(false);
  useEffect(() => {
    const look = async (): Promise<void> => {
      if (document.hidden) return;
      try {
        state.value = await json("/health");
        sources.value = list((await json("/health/sources"))["items"]).map(fields);
        failed.value = undefined;
      } catch (error) {
        failed.value = error;
      }
    };
    void look();
    const timer = setInterval(look, REFRESH_MS);
    return () => clearInterval(timer);
  }, [run.value, key.value]);
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
          {sources.value && <Figure name={say("sourcesAsked")} value={count(sources.value.length)} />}
        </dl>
      )}
      {text(state.value?.["reason"]) && <p>{text(state.value?.["reason"])}</p>}
      <Charts
        onSettled={() => {
          drawn.value = true;
        }}
      />
      {/* Below the charts, once these have their place. */}
      {drawn.value && (
        <>
          <h2>{say("sourcesState")}</h2>
          <Doctor />
        </>
      )}
      {drawn.value &&
        sources.value &&
        (sources.value.length === 0 ? (
          <p class="empty">{say("healthEmpty")}</p>
        ) : (
          <SourceTable sources={sources.value} />
        ))}
    </>
  );
}

export const Figure = ({ name, value }: { readonly name: string; readonly value: string }): JSX.Element => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

function uptime(seconds: number): string {
  const parts = [
    [86_400, "d"],
    [3_600, "h"],
    [60, "min"],
  ] as const;
  const [size, unit] = parts.find(([step]) => seconds >= step) ?? [1, "s"];
  return `${count(Math.floor(seconds / size))} ${unit}`;
}
