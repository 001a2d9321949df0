import type { JSX } from "preact";
import { address, ask, key } from "../../kit/api.ts";
import { AttemptButtons, useAttempt } from "../../kit/attempt.tsx";
import { CopyButton } from "../../kit/copy.tsx";
import { Failure } from "../../kit/failure.tsx";
import { announce } from "../../kit/live.ts";
import { change, place } from "../../kit/place.ts";
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

function One({ face }: { readonly face: Face }): JSX.Element {
  const base = `${own()}${face.base}`;
  const code = face.code(base, keyWord());
  const attempt = useAttempt(async (signal) => {
    const { path, body } = face.attempt;
    const answer = await (await ask(path, { signal, ...(body !== undefined && { body }) })).text();
    announce(say("connected", { face: face.name }));
    return pretty(answer);
  });
  const came = attempt.came.value;
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
        <AttemptButtons attempt={attempt} label={say("tryIt")} />
      </div>
      {attempt.failure.value !== undefined && <Failure error={attempt.failure.value} again={attempt.run} />}
      {came && (
        <section aria-label={say("answer")}>
          <p class="summary">
            {say("connected", { face: face.name })} · {duration(came.ms)} · {bytes(came.value.length)}
          </p>
          <pre tabIndex={0}>{came.value.slice(0, MOST_SHOWN)}</pre>
        </section>
      )}
    </>
  );
}
