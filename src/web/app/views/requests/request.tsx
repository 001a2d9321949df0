import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { address, ask } from "../../kit/api.ts";
import { CopyButton } from "../../kit/copy.tsx";
import { Tree } from "../../kit/data.tsx";
import { Failure } from "../../kit/failure.tsx";
import { Link } from "../../kit/link.tsx";
import { addressOf } from "../../kit/place.ts";
import { begin, ended, stop } from "../../kit/running.ts";
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
  const busy = useSignal(false);
  const shown = useSignal("");
  const failure = useSignal<unknown>(undefined);
  const askAgain = async (): Promise<void> => {
    const mine = begin();
    busy.value = true;
    failure.value = undefined;
    shown.value = "";
    try {
      const { body } = request;
      const asked = { method: text(request["method"]), signal: mine.signal, ...(body !== undefined && { body }) };
      const answer = await (await ask(pathOf(request), asked)).text();
      shown.value = pretty(answer).slice(0, MOST_SHOWN);
    } catch (error) {
      if (!mine.signal.aborted) failure.value = error;
    } finally {
      ended(mine);
      busy.value = false;
    }
  };
  return (
    <section aria-label={say("askAgain")}>
      <div class="row">
        <button type="button" class="main" disabled={busy.value} onClick={askAgain}>
          {say("askAgain")}
        </button>
        {busy.value && (
          <button type="button" onClick={stop}>
            {say("stop")}
          </button>
        )}
      </div>
      {failure.value !== undefined && <Failure error={failure.value} again={askAgain} />}
      {shown.value && <pre tabIndex={0}>{shown.value}</pre>}
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
