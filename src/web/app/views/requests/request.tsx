import type { JSX } from "preact";
import { address, ask } from "../../kit/api.ts";
import { AttemptButtons, useAttempt } from "../../kit/attempt.tsx";
import { CopyButton } from "../../kit/copy.tsx";
import { Tree } from "../../kit/data.tsx";
import { Failure } from "../../kit/failure.tsx";
import { Link } from "../../kit/link.tsx";
import { addressOf } from "../../kit/place.ts";
import { duration } from "../../kit/said.ts";
import { type Fields, fields, list, number, text } from "../../kit/shape.ts";
import { useAnswer } from "../../kit/use-answer.ts";
import { say } from "../../kit/words.ts";
import { Figure } from "../health/health.tsx";
import { curlOf, pathOf, timeOf } from "./asked.ts";
import { TimeLine } from "./time-line.tsx";

/** One request: when each source began and ended, the same as code, and asked once more. */
export function OneRequest({ id }: { readonly id: string }): JSX.Element {
  const { answer, failure, again } = useAnswer(`/requests/${encodeURIComponent(id)}`);
  const request = answer.value;
  return (
    <>
      <p class="faint">
        <Link to={addressOf("ui/requests")}>{say("requests")}</Link>
      </p>
      <h1>{request ? `${text(request["method"])} ${text(request["path"])}` : id}</h1>
      {failure.value !== undefined && <Failure error={failure.value} again={again} />}
      {request && <Told request={request} />}
    </>
  );
}

function Told({ request }: { readonly request: Fields }): JSX.Element {
  const sources = list(request["sources"]).map(fields);
  const ms = number(request["ms"]) ?? 0;
  const code = curlOf(request, `${location.origin}${address("/")}`);
  return (
    <>
      <dl class="figures">
        <Figure name={say("time")} value={timeOf(request["at"])} />
        <Figure name={say("state")} value={`${number(request["status"])} ${text(request["outcome"])}`} />
        <Figure name={say("took")} value={duration(ms)} />
        <Figure name={say("face")} value={text(request["face"])} />
        {text(request["key"]) && <Figure name={say("keyTitle")} value={text(request["key"])} />}
        {text(request["cache"]) && <Figure name={say("cache")} value={text(request["cache"])} />}
      </dl>
      <p class="faint">{say("requestId", { id: text(request["id"]) })}</p>
      <h2>{say("asked")}</h2>
      <Tree value={{ ...fields(request["query"]), ...(request["body"] !== undefined && { body: request["body"] }) }} />
      <h2>{say("timeLine")}</h2>
      {sources.length === 0 ? <p class="empty">{say("timeLineEmpty")}</p> : <TimeLine sources={sources} ms={ms} />}
      <h2>{say("asCode")}</h2>
      <pre tabIndex={0}>{code}</pre>
      <CopyButton text={() => code} />
      <Again request={request} />
    </>
  );
}

const MOST_SHOWN = 100_000;

function Again({ request }: { readonly request: Fields }): JSX.Element {
  const attempt = useAttempt(async (signal) => {
    const { body } = request;
    const asked = { method: text(request["method"]), signal, ...(body !== undefined && { body }) };
    return pretty(await (await ask(pathOf(request), asked)).text()).slice(0, MOST_SHOWN);
  });
  return (
    <section aria-label={say("askAgain")}>
      <div class="row">
        <AttemptButtons attempt={attempt} label={say("askAgain")} />
      </div>
      {attempt.failure.value !== undefined && <Failure error={attempt.failure.value} again={attempt.run} />}
      {attempt.came.value?.value && <pre tabIndex={0}>{attempt.came.value.value}</pre>}
    </section>
  );
}

/** JSON with its lines; what is none as it is. */
export function pretty(answer: string): string {
  try {
    return JSON.stringify(JSON.parse(answer), null, 2);
  } catch {
    return answer;
  }
}
