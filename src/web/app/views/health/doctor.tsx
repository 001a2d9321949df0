import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { events } from "../../kit/api.ts";
import { Failure } from "../../kit/failure.tsx";
import { Link } from "../../kit/link.tsx";
import { announce } from "../../kit/live.ts";
import { PauseButton } from "../../kit/pause.tsx";
import { addressOf } from "../../kit/place.ts";
import { begin, ended, stop } from "../../kit/running.ts";
import { number, text } from "../../kit/shape.ts";
import { say } from "../../kit/words.ts";

interface Checked {
  readonly id: string;
  readonly status: string;
  readonly said: string;
}

/** The key is the operator's choice: a source without one is neither well nor ill. */
const UNASKED = "missing-key";

/** Asks every source its own example, and tells how each fares as it is done. */
export function Doctor(): JSX.Element {
  const total = useSignal(0);
  const checked = useSignal<readonly Checked[]>([]);
  const busy = useSignal(false);
  const failure = useSignal<unknown>(undefined);
  const askAll = async (): Promise<void> => {
    const mine = begin();
    busy.value = true;
    failure.value = undefined;
    checked.value = [];
    total.value = 0;
    try {
      for await (const { event, data } of events("/doctor", { method: "POST", signal: mine.signal })) {
        if (event === "section") total.value = number(data["value"]) ?? 0;
        if (event !== "source") continue;
        const row = { id: text(data["id"]), status: text(data["status"]), said: text(data["error"]) };
        checked.value = [...checked.value, row];
      }
      announce(summary(checked.value));
    } catch (error) {
      if (!mine.signal.aborted) failure.value = error;
    } finally {
      ended(mine);
      busy.value = false;
    }
  };
  const silent = checked.value.filter(({ status }) => status !== "ok" && status !== UNASKED);
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
        {busy.value && <PauseButton />}
        <span class="faint">{checked.value.length > 0 ? summary(checked.value) : say("doctorHint")}</span>
      </div>
      {total.value > 0 && (
        <progress max={total.value} value={checked.value.length} aria-label={say("doctor")}>
          {checked.value.length}
        </progress>
      )}
      {failure.value !== undefined && <Failure error={failure.value} again={askAll} />}
      {silent.length > 0 && (
        <details>
          <summary>{say("doctorFailed", { n: silent.length })}</summary>
          <ul class="cards">
            {silent.map(({ id, status, said }) => (
              <li key={id}>
                <Link to={addressOf("ui/sources", { q: id })}>{id}</Link> <strong>{status}</strong>
                <p class="faint">{said}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function summary(checked: readonly Checked[]): string {
  const asked = checked.filter(({ status }) => status !== UNASKED);
  return say("doctorDone", { n: asked.filter(({ status }) => status === "ok").length, all: asked.length });
}
