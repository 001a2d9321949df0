import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { json, key } from "../../kit/api.ts";
import { Failure } from "../../kit/failure.tsx";
import { Link } from "../../kit/link.tsx";
import { addressOf, place } from "../../kit/place.ts";
import { clock, count, day } from "../../kit/said.ts";
import { type Fields, fields, list, number, text, texts } from "../../kit/shape.ts";
import { say } from "../../kit/words.ts";
import { Job } from "./job.tsx";
import { Monitor } from "./monitor.tsx";
import { stateOf } from "./states.ts";
import { Watched } from "./watched.tsx";

const REFRESH_MS = 3_000;

/** All jobs, or one of them, or a page that is watched. */
export function Jobs(): JSX.Element {
  const [, , id, monitor] = place.value.path.split("/");
  if (id === "monitors" && monitor) return <Monitor key={monitor} id={monitor} />;
  return id ? <Job key={id} id={id} /> : <JobList />;
}

function JobList(): JSX.Element {
  const tasks = useSignal<readonly Fields[] | undefined>(undefined);
  const failed = useSignal<unknown>(undefined);
  const run = useSignal(0);
  useEffect(() => {
    const look = (): void => {
      json("/tasks").then(
        (answer) => {
          tasks.value = list(answer["items"] ?? answer["tasks"]).map(fields);
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
  return (
    <>
      <h1>{say("jobs")}</h1>
      {failed.value !== undefined && (
        <Failure
          error={failed.value}
          again={() => {
            run.value += 1;
          }}
        />
      )}
      {tasks.value?.length === 0 && (
        <p class="empty">
          {say("jobsEmpty")} <Link to={addressOf("ui/crawl")}>{say("crawlTitle")}</Link>
        </p>
      )}
      {tasks.value && tasks.value.length > 0 && (
        <section class="scroll" aria-label={say("jobs")} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{say("what")}</th>
                <th scope="col">{say("kind")}</th>
                <th scope="col">{say("state")}</th>
                <th scope="col">{say("begun")}</th>
                <th scope="col" class="number">
                  {say("pages")}
                </th>
                <th scope="col" class="number">
                  {say("failed")}
                </th>
                <th scope="col" class="number">
                  {say("queue")}
                </th>
              </tr>
            </thead>
            <tbody>
              {tasks.value.map((task) => (
                <Row key={text(task["id"])} task={task} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {(tasks.value || failed.value !== undefined) && <Watched />}
    </>
  );
}

/** What a job was ordered for: its address, the first that a check looks at, or its route. */
function nameOf(task: Fields): string {
  const request = fields(task["request"]);
  const [target] = list(fields(request["body"])["targets"]).map(fields);
  const asked = URL.parse(text(request["path"]), location.origin)?.searchParams.get("q");
  return (
    text(request["q"]) ||
    asked ||
    texts(target?.["urls"])[0] ||
    text(target?.["url"]) ||
    text(request["path"]) ||
    text(task["id"])
  );
}

function Row({ task }: { readonly task: Fields }): JSX.Element {
  const pages = fields(task["pages"]);
  const at = text(task["created_at"]);
  return (
    <tr>
      <th scope="row">
        <Link to={addressOf(`ui/jobs/${text(task["id"])}`)}>{nameOf(task)}</Link>
      </th>
      <td>{text(task["kind"])}</td>
      <td class="state">{stateOf(task)}</td>
      <td class="when">
        {day(at)} {clock(at)}
      </td>
      <td class="number">{count(number(pages["kept"]) ?? 0)}</td>
      <td class="number">{count(number(pages["failed"]) ?? 0)}</td>
      <td class="number">{count(number(pages["waiting"]) ?? 0)}</td>
    </tr>
  );
}
