import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { key } from "../../kit/api.ts";
import { Failure } from "../../kit/failure.tsx";
import { Link } from "../../kit/link.tsx";
import { announce } from "../../kit/live.ts";
import { addressOf, change, place } from "../../kit/place.ts";
import { pointsOf } from "../../kit/points.ts";
import { RowMap } from "../../kit/row-map.tsx";
import { begin, ended, perFrame } from "../../kit/running.ts";
import { duration } from "../../kit/said.ts";
import { useSubject } from "../../kit/title.ts";
import { say } from "../../kit/words.ts";
import { Filters, filtered } from "./filters.tsx";
import { Found } from "./found.ts";
import { KINDS, type Kind, kindOf } from "./kinds.ts";
import { Lanes } from "./lanes.tsx";
import { Page } from "./page.tsx";
import { Results } from "./results.tsx";
import { SearchBox } from "./search-box.tsx";
import { searching } from "./searching.ts";

const EXAMPLES = ["rxjs backpressure", "site:data.gouv.fr permis de construire", "self-hosted search engine"];

/** With more results than these the list is drawn less often: each time takes longer. */
const MANY = 300;
const MANY_DRAWN_MS = 150;

/** Search: every engine at once, the results as they come. */
export function Search(): JSX.Element {
  const { query } = place.value;
  const [q, kind] = [query.get("q") ?? "", kindOf(query.get("kind"))];
  const asked = [q, kind.id, query.get("engines"), query.get("time_range"), query.get("language"), key.value].join(
    "\n",
  );
  const run = useSignal(0);
  const busy = useSignal(false);
  const stopped = useSignal(false);
  const failure = useSignal<unknown>(undefined);
  const read = q === "" ? undefined : (query.get("read") ?? undefined);
  /** What the focus goes back to when the page beside is closed. */
  const opener = useRef<Element | null>(null);
  const latest = useRef<Found | undefined>(undefined);
  const { version, changed } = useMemo(
    () => perFrame(() => ((latest.current?.byId.size ?? 0) > MANY ? MANY_DRAWN_MS : 0)),
    [],
  );
  const found = useMemo(() => new Found(), [asked, run.value]);
  latest.current = found;

  useEffect(() => {
    failure.value = undefined;
    stopped.value = false;
    if (!q) return;
    const mine = begin();
    busy.value = true;
    changed();
    searching(found, q, kind, query, mine.signal, changed)
      .catch((error: unknown) => {
        if (mine.signal.aborted) stopped.value = true;
        else failure.value = error;
      })
      .finally(() => {
        ended(mine);
        busy.value = false;
        changed();
        announce(summary(found, false, mine.signal.aborted));
      });
    return () => mine.abort();
  }, [asked, run.value]);

  useSubject(q);

  // Those below are drawn anew with each version: what they show changes in place.
  const { value: at } = version;
  const again = (): void => {
    run.value += 1;
  };
  return (
    <div class={read ? "search with-page" : "search"}>
      <div class="column">
        <h1 class="unseen">{say("searchTitle")}</h1>
        <SearchBox asked={q} busy={busy.value} onAsk={(words) => ask(words, again)} />
        <Kinds current={kind} />
        {q === "" ? (
          <Examples />
        ) : (
          <>
            <Filters found={found} kind={kind} version={at} />
            <p class="summary" role="status">
              {summary(found, busy.value, stopped.value)}
            </p>
            <Lanes found={found} version={at} />
            {failure.value !== undefined && <Failure error={failure.value} again={again} />}
            {kind.id === "places" && !busy.value && <Places found={found} version={at} />}
            <Results
              found={found}
              version={at}
              question={q}
              kind={kind}
              busy={busy.value}
              onRead={(url) => {
                opener.current = document.activeElement;
                change({ read: url });
              }}
            />
          </>
        )}
      </div>
      {read && (
        <Page
          url={read}
          onClose={() => {
            change({ read: undefined });
            if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
        />
      )}
    </div>
  );
}

/** Where the places are that were found; closed, so that nothing below it moves by itself. */
function Places({ found, version }: { readonly found: Found; readonly version: number }): JSX.Element | null {
  const open = useSignal(false);
  const items = useMemo(() => filtered(found).map(({ item }) => item), [found, version]);
  if (pointsOf(items).length === 0) return null;
  return (
    <details onToggle={({ currentTarget }) => (open.value = currentTarget.open)}>
      <summary>{say("asMap")}</summary>
      {open.value && <RowMap items={items} />}
    </details>
  );
}

function ask(words: string, again: () => void): void {
  if (words === place.value.query.get("q")) again();
  else change({ q: words, site: undefined, from: undefined, read: undefined });
}

/** How many results there are, and how many engines are still waited for. */
function summary(found: Found, busy: boolean, stopped: boolean): string {
  const n = found.byId.size;
  if (busy) return say("resultsPending", { n, p: found.pending.length });
  if (stopped) return say("resultsStopped", { n });
  return found.ms === undefined ? "" : say("resultsDone", { n, time: duration(found.ms) });
}

/** The kinds of results, as tabs that the arrow keys move along. */
function Kinds({ current }: { readonly current: Kind }): JSX.Element {
  const choose = ({ id }: Kind): void =>
    change({
      kind: id === "web" ? undefined : id,
      engines: undefined,
      time_range: undefined,
      language: undefined,
      from: undefined,
      site: undefined,
      read: undefined,
    });
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = by && KINDS[(KINDS.indexOf(current) + by + KINDS.length) % KINDS.length];
    if (!next) return;
    event.preventDefault();
    choose(next);
    document.getElementById(`kind-${next.id}`)?.focus();
  };
  return (
    <div role="tablist" aria-label={say("kind")} class="tabs" onKeyDown={onKeyDown}>
      {KINDS.map((kind) => (
        <button
          key={kind.id}
          id={`kind-${kind.id}`}
          type="button"
          role="tab"
          aria-selected={kind === current}
          tabIndex={kind === current ? 0 : -1}
          onClick={() => choose(kind)}
        >
          {say(kind.word)}
        </button>
      ))}
    </div>
  );
}

const Examples = (): JSX.Element => (
  <div class="empty">
    <p>{say("searchEmpty")}</p>
    <ul>
      {EXAMPLES.map((q) => (
        <li key={q}>
          <Link to={addressOf("ui/search", { q })}>{q}</Link>
        </li>
      ))}
    </ul>
  </div>
);
