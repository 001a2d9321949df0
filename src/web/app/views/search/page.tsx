import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { json } from "../../kit/api.ts";
import { CopyButton } from "../../kit/copy.tsx";
import { Failure } from "../../kit/failure.tsx";
import { WebLink } from "../../kit/link.tsx";
import { Markdown } from "../../kit/markdown.tsx";
import { day, duration } from "../../kit/said.ts";
import { type Fields, fields, list, text } from "../../kit/shape.ts";
import { say } from "../../kit/words.ts";

/** A page's clean text, read beside the results. */
export function Page({ url, onClose }: { readonly url: string; onClose(): void }): JSX.Element {
  const page = useSignal<Fields | undefined>(undefined);
  const failed = useSignal<unknown>(undefined);
  const run = useSignal(0);
  const beside = useRef<HTMLElement>(null);
  useEffect(() => {
    const mine = new AbortController();
    page.value = undefined;
    failed.value = undefined;
    beside.current?.focus();
    const began = performance.now();
    json(`/extract?${new URLSearchParams({ q: url, content_format: "markdown" })}`, { signal: mine.signal }).then(
      (answer) => {
        const [read] = list(answer["results"]);
        const [refused] = list(answer["failed_results"]);
        if (read) page.value = { ...fields(read), ms: performance.now() - began };
        else failed.value = new Error(text(fields(refused)["error"]) || say("pageNothing"));
      },
      (error: unknown) => {
        if (!mine.signal.aborted) failed.value = error;
      },
    );
    return () => mine.abort();
  }, [url, run.value]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    onClose();
  };
  const markdown = text(page.value?.["raw_content"]);
  return (
    <aside class="page" aria-label={say("page")} ref={beside} tabIndex={-1} onKeyDown={onKeyDown}>
      <div class="row">
        <WebLink to={url}>{say("openPage")}</WebLink>
        <CopyButton label={say("copyMarkdown")} text={() => markdown} />
        <button type="button" class="quiet" onClick={onClose}>
          {say("close")}
        </button>
      </div>
      {failed.value !== undefined && (
        <Failure
          error={failed.value}
          again={() => {
            run.value += 1;
          }}
        />
      )}
      {failed.value === undefined && !page.value && <p class="faint">{say("loading")}</p>}
      {page.value && (
        <>
          <h2 dir="auto">{text(page.value["title"]) || url}</h2>
          <p class="faint">
            {[
              text(page.value["byline"]),
              day(text(page.value["published_date"])),
              say("pageWords", { n: markdown.split(/\s+/).filter(Boolean).length }),
              duration(Number(page.value["ms"])),
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
          {markdown ? <Markdown text={markdown} /> : <p>{say("pageNothing")}</p>}
        </>
      )}
    </aside>
  );
}
