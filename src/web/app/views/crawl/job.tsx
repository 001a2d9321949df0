import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { json, key } from "../../kit/api.ts";
import { Failure } from "../../kit/failure.tsx";
import { Link } from "../../kit/link.tsx";
import { announce } from "../../kit/live.ts";
import { addressOf, change, place } from "../../kit/place.ts";
import { perFrame } from "../../kit/running.ts";
import { count, moment } from "../../kit/said.ts";
import { type Fields, fields, number, text } from "../../kit/shape.ts";
import { useSubject } from "../../kit/title.ts";
import { VirtualTable } from "../../kit/virtual.tsx";
import { say } from "../../kit/words.ts";
import { Actions } from "./actions.tsx";
import { Exports } from "./exports.tsx";
import { Figures } from "./figures.tsx";
import { follow } from "./follow.ts";
import { PageOf } from "./page-of.tsx";
import type { Row, Rows } from "./rows.ts";
import { isCrawl } from "./states.ts";
import { UnitResult } from "./unit-result.tsx";
import { Visited } from "./visited.ts";

/** The task's own figures are asked for at most so often, and only when it has told something. */
const FIGURES_MS = 2_000;
/** Throttles redraws: pages come by the thousand, and drawing them more often would block scrolling. */
const DRAWN_MS = 150;

/** One job, followed by its events: its figures as they grow, its pages, and what can be done with it. */
export function Job({ id }: { readonly id: string }): JSX.Element {
  const task = useSignal<Fields | undefined>(undefined);
  const failed = useSignal<unknown>(undefined);
  const run = useSignal(0);
  const { version, changed } = useMemo(() => perFrame(() => DRAWN_MS), []);
  const visited = useMemo(() => new Visited(), [id, run.value, key.value]);
  useEffect(() => {
    const mine = new AbortController();
    let askedAt = 0;
    const look = (): void => {
      if (Date.now() - askedAt < FIGURES_MS) return;
      askedAt = Date.now();
      json(`/tasks/${id}`, { signal: mine.signal }).then(
        (answer) => {
          task.value = answer;
        },
        // The stream says why it failed, or goes on.
        () => undefined,
      );
    };
    look();
    follow(id, {
      signal: mine.signal,
      take: (event, data, at) => {
        visited.take(event, data, at);
        failed.value = undefined;
        if (event === "state" || event === "done") task.value = data;
        else look();
        changed();
        if (event === "done") announce(say("jobEnded", { n: number(fields(data["pages"])["kept"]) ?? 0 }));
      },
      lost: (error) => {
        failed.value = error;
      },
    }).catch((error: unknown) => {
      if (!mine.signal.aborted) failed.value = error;
    });
    return () => mine.abort();
  }, [id, run.value, key.value]);
  const request = fields(task.value?.["request"]);
  useSubject(text(request["q"]) || id);
  const again = (): void => {
    failed.value = undefined;
    run.value += 1;
  };
  void version.value;
  if (!task.value && failed.value === undefined) return <p class="faint">{say("loading")}</p>;
  const over = text(task.value?.["ended_at"]) !== "";
  const crawls = isCrawl(fields(task.value));
  const open = place.value.query.get("page");
  return (
    <>
      <p class="faint">
        <Link to={addressOf("ui/jobs")}>{say("jobs")}</Link>
      </p>
      <h1>{text(request["q"]) || text(request["path"]) || id}</h1>
      {failed.value !== undefined && <Failure error={failed.value} again={again} />}
      {task.value && <Figures task={task.value} visited={visited} seen={visited.rows.length} />}
      {text(task.value?.["error"]) && <p class="failure">{text(task.value?.["error"])}</p>}
      {text(task.value?.["state"]) === "paused" && (
        <p class="faint">{say("jobPausedUntil", { time: moment(text(task.value?.["deadline_at"])) })}</p>
      )}
      <div class="row">
        {task.value && (
          <Actions
            id={id}
            task={task.value}
            onTask={(changed) => (task.value = changed)}
            onFailure={(error) => (failed.value = error)}
            onCancelled={again}
          />
        )}
        {crawls && <Exports id={id} pages={visited.statuses.get("ok") ?? 0} />}
      </div>
      {!crawls && over && <UnitResult id={id} />}
      {crawls && (
        <div class={open === null ? "job" : "job with-page"}>
          <Pages rows={visited.rows} length={visited.rows.length} />
          {open !== null && <PageOf key={open} id={id} page={Number(open)} />}
        </div>
      )}
    </>
  );
}

interface PagesProps {
  readonly rows: Rows;
  /** How many there are now: the list itself grows in place, and a component whose properties are the same is not drawn again. */
  readonly length: number;
}

const Pages = ({ rows, length }: PagesProps): JSX.Element => (
  <VirtualTable<Row>
    label={say("pages")}
    count={length}
    head={[say("page"), say("title"), say("state"), say("depth"), say("letters")]}
    numbers={[say("depth"), say("letters")]}
    columns="minmax(8rem, 3fr) minmax(4rem, 3fr) 6rem 5.2rem 5.6rem"
    row={(index) => rows.at(index)}
    cells={(row) => [
      row.page === undefined ? (
        <span key="url" title={row.error}>
          {row.url.replace(/^https?:\/\//, "")}
        </span>
      ) : (
        <button
          type="button"
          class="quiet"
          key="url"
          title={row.url}
          onClick={() => change({ page: String(row.page) })}
        >
          {row.url.replace(/^https?:\/\//, "")}
        </button>
      ),
      <span key="title" dir="auto">
        {row.title || row.error}
      </span>,
      <span key="status" class={row.status === "ok" ? "" : "faint"}>
        {row.status}
      </span>,
      <span key="depth" class="number">
        {count(row.depth)}
      </span>,
      <span key="chars" class="number">
        {row.chars > 0 ? count(row.chars) : ""}
      </span>,
    ]}
  />
);
