import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { ask } from "../../kit/api.ts";
import { Failure } from "../../kit/failure.tsx";
import { Link, WebLink } from "../../kit/link.tsx";
import { addressOf, change, go, place } from "../../kit/place.ts";
import { moment } from "../../kit/said.ts";
import { type Fields, fields, list, text } from "../../kit/shape.ts";
import { useSubject } from "../../kit/title.ts";
import { useAnswer } from "../../kit/use-answer.ts";
import { say } from "../../kit/words.ts";
import { Figure } from "../health/health.tsx";
import { Table } from "../setup/setup.tsx";
import { changeOf, changesOf } from "./change-words.ts";
import { Diff } from "./diff.tsx";

const REFRESH_MS = 3_000;

/** A watched page: its checks, and what each of them found changed. */
export function Monitor({ id }: { readonly id: string }): JSX.Element {
  const path = `/v2/monitor/${encodeURIComponent(id)}`;
  const { answer, failure, again } = useAnswer(path, REFRESH_MS);
  const checked = useAnswer(`${path}/checks?limit=30`, REFRESH_MS);
  const failed = useSignal<unknown>(undefined);
  const monitor = fields(answer.value?.["data"]);
  const paused = monitor["status"] === "paused";
  useSubject(text(monitor["name"]));
  const act = (asked: Promise<unknown>, then = again): void => {
    failed.value = undefined;
    asked.then(
      () => {
        then();
        checked.again();
      },
      (error: unknown) => {
        failed.value = error;
      },
    );
  };
  const checks = list(checked.answer.value?.["data"]).map(fields);
  const chosen = place.value.query.get("check") ?? telling(checks);
  return (
    <>
      <p class="faint">
        <Link to={addressOf("ui/jobs")}>{say("jobs")}</Link>
      </p>
      <h1>{text(monitor["name"]) || id}</h1>
      {failure.value !== undefined && <Failure error={failure.value} again={again} />}
      {failed.value !== undefined && <Failure error={failed.value} />}
      {answer.value && (
        <>
          <dl class="figures">
            <Figure name={say("state")} value={say(paused ? "paused" : "active")} />
            <Figure
              name={say("nextRun")}
              value={text(monitor["nextRunAt"]) ? moment(text(monitor["nextRunAt"])) : "—"}
            />
            <Figure name="cron" value={text(fields(monitor["schedule"])["cron"])} />
          </dl>
          <div class="row">
            <button type="button" onClick={() => act(ask(`${path}/run`, { body: {} }))}>
              {say("checkNow")}
            </button>
            <button
              type="button"
              onClick={() => act(ask(path, { method: "PATCH", body: { status: paused ? "active" : "paused" } }))}
            >
              {say(paused ? "resume" : "pause")}
            </button>
            <button type="button" onClick={() => act(ask(path, { method: "DELETE" }), () => go(addressOf("ui/jobs")))}>
              {say("jobForget")}
            </button>
          </div>
          {checks.length === 0 ? <p class="empty">{say("checksEmpty")}</p> : <Checks checks={checks} chosen={chosen} />}
          {chosen && <Found key={chosen} path={`${path}/checks/${encodeURIComponent(chosen)}`} />}
        </>
      )}
    </>
  );
}

/** The newest check that found something other than the same, else the newest that is over. */
function telling(checks: readonly Fields[]): string {
  const over = checks.filter((check) => text(check["finishedAt"]) !== "");
  const news = over.find((check) => {
    const { changed, removed } = fields(check["summary"]);
    return Number(changed) + Number(removed) > 0;
  });
  return text((news ?? over[0])?.["id"]);
}

const Checks = ({ checks, chosen }: { readonly checks: readonly Fields[]; readonly chosen: string }): JSX.Element => (
  <Table label={say("checks")} head={[say("time"), say("state"), say("found")]}>
    {checks.map((check) => {
      const id = text(check["id"]);
      return (
        <tr key={id} data-row>
          <th scope="row">
            <button type="button" class="quiet" aria-pressed={id === chosen} onClick={() => change({ check: id })}>
              <time dateTime={text(check["createdAt"])}>{moment(text(check["createdAt"]))}</time>
            </button>
          </th>
          <td>{text(check["status"])}</td>
          <td>{changesOf(fields(check["summary"])) || text(check["error"]) || "—"}</td>
        </tr>
      );
    })}
  </Table>
);

/** The pages of a check, those that changed with their lines. */
function Found({ path }: { readonly path: string }): JSX.Element {
  const { answer, failure, again } = useAnswer(`${path}?limit=100`);
  const pages = list(fields(answer.value?.["data"])["pages"]).map(fields);
  const same = pages.filter(({ status }) => status === "same");
  if (failure.value !== undefined) return <Failure error={failure.value} again={again} />;
  return (
    <section aria-label={say("found")}>
      {pages
        .filter(({ status }) => status !== "same")
        .map((page) => (
          <article key={text(page["id"])}>
            <h2>
              {changeOf(text(page["status"]))}: <WebLink to={page["url"]}>{text(page["url"])}</WebLink>
            </h2>
            {text(page["error"]) && <p>{text(page["error"])}</p>}
            {text(fields(page["diff"])["text"]) && <Diff patch={text(fields(page["diff"])["text"])} />}
          </article>
        ))}
      {same.length > 0 && <p class="faint">{say("changeSame", { n: same.length })}</p>}
    </section>
  );
}
