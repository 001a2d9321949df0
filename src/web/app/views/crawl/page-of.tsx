import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { json } from "../../kit/api.ts";
import { CopyButton } from "../../kit/copy.tsx";
import { Failure } from "../../kit/failure.tsx";
import { WebLink } from "../../kit/link.tsx";
import { Markdown } from "../../kit/markdown.tsx";
import { change } from "../../kit/place.ts";
import { type Fields, fields, list, text } from "../../kit/shape.ts";
import { say } from "../../kit/words.ts";

/** One page of a crawl, read beside its table. */
export function PageOf({ id, page }: { readonly id: string; readonly page: number }): JSX.Element {
  const shown = useSignal<Fields | undefined>(undefined);
  const failed = useSignal<unknown>(undefined);
  useEffect(() => {
    const mine = new AbortController();
    json(`/tasks/${id}/results?${new URLSearchParams({ offset: String(page), limit: "1" })}`, {
      signal: mine.signal,
    }).then(
      (answer) => {
        shown.value = fields(list(answer["results"])[0]);
      },
      (error: unknown) => {
        if (!mine.signal.aborted) failed.value = error;
      },
    );
    return () => mine.abort();
  }, [id, page]);
  const markdown = text(shown.value?.["raw_content"]);
  return (
    <aside class="page" aria-label={say("page")}>
      <div class="row">
        <WebLink to={shown.value?.["url"]}>{say("openPage")}</WebLink>
        <CopyButton label={say("copyMarkdown")} text={() => markdown} />
        <button type="button" class="quiet" onClick={() => change({ page: undefined })}>
          {say("close")}
        </button>
      </div>
      {failed.value !== undefined && <Failure error={failed.value} />}
      <h2 dir="auto">{text(shown.value?.["title"]) || text(shown.value?.["url"])}</h2>
      <Markdown text={markdown} />
    </aside>
  );
}
