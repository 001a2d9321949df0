import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { ask, json } from "../../kit/api.ts";
import { download } from "../../kit/copy.tsx";
import { Failure } from "../../kit/failure.tsx";
import { Link, WebLink } from "../../kit/link.tsx";
import { announce } from "../../kit/live.ts";
import { Markdown } from "../../kit/markdown.tsx";
import { addressOf, change, go } from "../../kit/place.ts";
import { count } from "../../kit/said.ts";
import { type Fields, fields, list, number, text } from "../../kit/shape.ts";
import { VirtualTable } from "../../kit/virtual.tsx";
import { say } from "../../kit/words.ts";
import { Figure } from "../health/health.tsx";
import { csvOf, ndjsonOf } from "../search/export.ts";

const REFRESH_MS = 1_000;
const PAGE = 1_000;
const ENDED: ReadonlySet<string> = new Set(["completed", "done", "failed", "cancelled", "canceled", "expired"]);

/** One job: its figures as they grow, its pages, and what can be done with it. */
export function Job({ id }: { readonly id: string }): JSX.Element {
  const task = useSignal<Fields | undefined>(undefined);
  const failed = useSignal<unknown>(undefined);
  const open = useSignal<Fields | undefined>(undefined);
  const run = useSignal(0);
  const pages = useMemo<Fields[]>(() => [], [id]);
  const known = useSignal(0);
  useEffect(() => {
    let wanted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      try {
        task.value = await json(`/tasks/${id}`);
        failed.value = undefined;
        await more(id, pages, () => {
          known.value = pages.length;
        });
        if (text(task.value["ended_at"])) announce(say("jobEnded", { n: pages.length }));
        else if (wanted) timer = setTimeout(look, REFRESH_MS);
      } catch (error) {
        failed.value = error;
      }
    };
    void look();
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [id, run.value]);
  const act = async (): Promise<void> => {
    const response = await ask(`/tasks/${id}`, { method: "DELETE" }).catch((error: unknown) => {
      failed.value = error;
    });
    if (response?.status === 204) go(addressOf("ui/jobs"));
    else run.value += 1;
  };
  if (!task.value && failed.value === undefined) return <p class="faint">{say("loading")}</p>;
  const state = text(task.value?.["state"]);
  const over = text(task.value?.["ended_at"]) !== "" || ENDED.has(state);
  const request = fields(task.value?.["request"]);
  const { q: _, ...options } = request;
  return (
    <>
      <p class="faint">
        <Link to={addressOf("ui/jobs")}>{say("jobs")}</Link>
      </p>
      <h1>{text(request["q"]) || id}</h1>
      {failed.value !== undefined && (
        <Failure
          error={failed.value}
          again={() => {
            run.value += 1;
          }}
        />
      )}
      {task.value && <Figures task={task.value} />}
      {text(task.value?.["error"]) && <p class="failure">{text(task.value?.["error"])}</p>}
      <div class="row">
        <button type="button" onClick={act}>
          {over ? say("jobForget") : say("jobCancel")}
        </button>
        {over && (
          <button
            type="button"
            onClick={() => {
              const words = Object.entries(options).map(([name, value]) => [name, String(value)] as const);
              go(addressOf("ui/crawl"));
              change({ url: text(request["q"]), ...Object.fromEntries(words) }, { replace: true });
            }}
          >
            {say("jobAgain")}
          </button>
        )}
        <button
          type="button"
          disabled={known.value === 0}
          onClick={() => download(`${id}.ndjson`, "application/x-ndjson", ndjsonOf(pages))}
        >
          NDJSON
        </button>
        <button
          type="button"
          disabled={known.value === 0}
          onClick={() => download(`${id}.csv`, "text/csv", csvOf(pages))}
        >
          CSV
        </button>
      </div>
      <div class={open.value ? "job with-page" : "job"}>
        <VirtualTable<Fields>
          label={say("pages")}
          count={known.value}
          head={[say("page"), say("title"), say("depth")]}
          columns="minmax(12rem, 2fr) minmax(8rem, 2fr) 4rem"
          row={(index) => pages[index]}
          cells={(page) => [
            <button
              type="button"
              class="quiet"
              key="url"
              onClick={() => {
                open.value = page;
              }}
            >
              {text(page["url"]).replace(/^https?:\/\//, "")}
            </button>,
            <span key="title" dir="auto">
              {text(page["title"])}
            </span>,
            <span key="depth" class="number">
              {number(page["depth"])}
            </span>,
          ]}
        />
        {open.value && (
          <aside class="page" aria-label={say("page")}>
            <div class="row">
              <WebLink to={open.value["url"]}>{say("openPage")}</WebLink>
              <button
                type="button"
                class="quiet"
                onClick={() => {
                  open.value = undefined;
                }}
              >
                {say("close")}
              </button>
            </div>
            <h2 dir="auto">{text(open.value["title"])}</h2>
            <Markdown text={text(open.value["raw_content"])} />
          </aside>
        )}
      </div>
    </>
  );
}

function Figures({ task }: { readonly task: Fields }): JSX.Element {
  const pages = fields(task["pages"]);
  const of = (name: string): string => count(number(pages[name]) ?? 0);
  const began = Date.parse(text(task["started_at"]) || text(task["created_at"]));
  const end = Date.parse(text(task["ended_at"])) || Date.now();
  const perSecond = (number(pages["kept"]) ?? 0) / Math.max(1, (end - began) / 1000);
  return (
    <dl class="figures">
      <Figure name={say("state")} value={text(task["state"])} />
      <Figure name={say("pages")} value={of("kept")} />
      <Figure name={say("pace")} value={`${count(Math.round(perSecond * 10) / 10)} /s`} />
      <Figure name={say("queue")} value={of("waiting")} />
      <Figure name={say("underWay")} value={of("under_way")} />
      <Figure name={say("failed")} value={of("failed")} />
      <Figure name={say("disallowed")} value={of("disallowed")} />
    </dl>
  );
}

/** Reads the pages that have come since. */
async function more(id: string, pages: Fields[], read: () => void): Promise<void> {
  for (;;) {
    const answer = await json(
      `/tasks/${id}/results?${new URLSearchParams({ offset: String(pages.length), limit: String(PAGE) })}`,
    );
    const found = list(answer["results"]).map(fields);
    pages.push(...found);
    read();
    if (found.length < PAGE) return;
  }
}
