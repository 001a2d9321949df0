import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { json } from "../../kit/api.ts";
import { WebLink } from "../../kit/link.tsx";
import { day } from "../../kit/said.ts";
import { fields, list, text } from "../../kit/shape.ts";
import { say } from "../../kit/words.ts";
import { quotedIn } from "./quoted.ts";
import type { Source } from "./report.ts";

/** Characters of a page that are shown at most. */
const MOST = 200_000;
/** What stands between two passages of one page. */
const GAP = " [...] ";

interface Props {
  readonly source: Source;
  readonly n: number;
  readonly statements: readonly string[];
  onClose(): void;
}

/** What an answer quotes, in its page, beside the answer; the passages alone where the page cannot be read again. */
export function Passage({ source, n, statements, onClose }: Props): JSX.Element {
  const whole = useSignal<string | undefined>(undefined);
  const failed = useSignal("");
  const beside = useRef<HTMLElement>(null);
  useEffect(() => {
    const mine = new AbortController();
    whole.value = undefined;
    failed.value = "";
    beside.current?.focus();
    json(`/extract?${new URLSearchParams({ q: source.url, max_age: "86400" })}`, { signal: mine.signal }).then(
      (answer) => {
        const read = text(fields(list(answer["results"])[0])["raw_content"]).slice(0, MOST);
        if (quotedIn(read, statements).some(({ hit }) => hit)) whole.value = read;
      },
      (error: unknown) => {
        if (!mine.signal.aborted) failed.value = error instanceof Error ? error.message : String(error);
      },
    );
    return () => mine.abort();
  }, [source.url, n]);
  useLayoutEffect(() => {
    beside.current?.querySelector("mark")?.scrollIntoView({ block: "nearest" });
  }, [whole.value, n]);
  const pieces = quotedIn(whole.value ?? source.content.replaceAll(GAP, "\n\n"), statements);
  return (
    <aside
      class="page"
      aria-label={say("page")}
      ref={beside}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onClose();
      }}
    >
      <div class="row">
        <WebLink to={source.url}>{say("openPage")}</WebLink>
        <button type="button" class="quiet" onClick={onClose}>
          {say("close")}
        </button>
      </div>
      <h2 dir="auto">
        [{n}] {source.title || source.url}
      </h2>
      <p class="faint">{[source.url, day(source.date)].filter(Boolean).join(" · ")}</p>
      <div class="prose passage" dir="auto">
        {pieces.map(({ text: piece, hit }, index) => (hit ? <mark key={index}>{piece}</mark> : piece))}
      </div>
      {failed.value && <p class="faint">{failed.value}</p>}
    </aside>
  );
}
