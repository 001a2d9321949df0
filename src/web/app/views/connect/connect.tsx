import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { address, ask, key } from "../../kit/api.ts";
import { CopyButton } from "../../kit/copy.tsx";
import { Failure } from "../../kit/failure.tsx";
import { announce } from "../../kit/live.ts";
import { change, place } from "../../kit/place.ts";
import { begin, ended, stop } from "../../kit/running.ts";
import { bytes, duration } from "../../kit/said.ts";
import { Tabs } from "../../kit/tabs.tsx";
import { say } from "../../kit/words.ts";
import { pretty } from "../requests/request.tsx";
import { FACES, type Face } from "./faces.ts";

/** This service's own address, without a slash at its end. */
export const own = (): string => `${location.origin}${address("/")}`.replace(/\/$/, "");

/** Where a key goes; where none is asked for, any text will do. */
export const keyWord = (): string => (key.value ? "YOUR_KEY" : "any");

/** How each client is pointed at this service. */
export function Connect(): JSX.Element {
  const current = place.value.query.get("face") ?? "rest";
  const face = FACES.find(({ id }) => id === current) ?? FACES[0];
  return (
    <>
      <h1>{say("connect")}</h1>
      <p class="faint">{say("connectHint")}</p>
      <Tabs
        label={say("face")}
        tabs={FACES.map(({ id, name }) => ({ id, label: name }))}
        current={face?.id ?? ""}
        onChoose={(id) => change({ face: id === "rest" ? undefined : id }, { replace: true })}
      >
        {face && <One key={face.id} face={face} />}
      </Tabs>
    </>
  );
}

const MOST_SHOWN = 50_000;

interface Came {
  readonly text: string;
  readonly ms: number;
}

function One({ face }: { readonly face: Face }): JSX.Element {
  const base = `${own()}${face.base}`;
  const code = face.code(base, keyWord());
  const busy = useSignal(false);
  const came = useSignal<Came | undefined>(undefined);
  const failure = useSignal<unknown>(undefined);
  const attempt = async (): Promise<void> => {
    const mine = begin();
    busy.value = true;
    failure.value = undefined;
    came.value = undefined;
    const began = performance.now();
    try {
      const { path, body } = face.attempt;
      const answer = await ask(path, { signal: mine.signal, ...(body !== undefined && { body }) });
      came.value = { text: pretty(await answer.text()), ms: performance.now() - began };
      announce(say("connected", { face: face.name }));
    } catch (error) {
      if (!mine.signal.aborted) failure.value = error;
    } finally {
      ended(mine);
      busy.value = false;
    }
  };
  return (
    <>
      <dl class="about">
        <div>
          <dt>{face.baseField}</dt>
          <dd>
            <code>{base}</code> <CopyButton text={() => base} />
          </dd>
        </div>
        <div>
          <dt>{face.keyField}</dt>
          <dd>{key.value ? say("connectKey") : say("connectNoKey")}</dd>
        </div>
      </dl>
      <pre tabIndex={0}>{code}</pre>
      <div class="row">
        <CopyButton text={() => code} />
        <button type="button" class="main" disabled={busy.value} onClick={attempt}>
          {say("tryIt")}
        </button>
        {busy.value && (
          <button type="button" onClick={stop}>
            {say("stop")}
          </button>
        )}
      </div>
      {failure.value !== undefined && <Failure error={failure.value} again={attempt} />}
      {came.value && (
        <section aria-label={say("answer")}>
          <p class="summary">
            {say("connected", { face: face.name })} · {duration(came.value.ms)} · {bytes(came.value.text.length)}
          </p>
          <pre tabIndex={0}>{came.value.text.slice(0, MOST_SHOWN)}</pre>
        </section>
      )}
    </>
  );
}
