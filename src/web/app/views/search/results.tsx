import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { announce } from "../../kit/live.ts";
import { place } from "../../kit/place.ts";
import { say } from "../../kit/words.ts";
import { filtered } from "./filters.tsx";
import type { Found } from "./found.ts";
import type { Kind } from "./kinds.ts";
import { ResultRow } from "./result-row.tsx";

/** How many rows are put in at once; more are when the end of the list comes near. */
const CHUNK = 50;

interface Props {
  readonly found: Found;
  /** Grows when what was found has changed. */
  readonly version: number;
  readonly question: string;
  readonly kind: Kind;
  readonly busy: boolean;
  onRead(url: string): void;
}

/** The results. Once somebody has scrolled to them, pointed at them or gone into them, what comes late waits to be asked for. */
export function Results({ found, question, kind, busy, onRead }: Props): JSX.Element {
  const shown = useSignal(CHUNK);
  const kept = useSignal<readonly string[] | undefined>(undefined);
  const list = useRef<HTMLOListElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const all = filtered(found);
  const hold = (): void => {
    if (busy) kept.value ??= all.map(({ id }) => id);
  };
  const filters = `${place.value.query.get("site")} ${place.value.query.get("from")}`;
  useEffect(() => {
    kept.value = undefined;
    shown.value = CHUNK;
  }, [found, filters]);
  useEffect(() => {
    const scrolled = (): void => {
      if (scrollY > 80 && list.current?.childElementCount) hold();
    };
    addEventListener("scroll", scrolled, { passive: true });
    return () => removeEventListener("scroll", scrolled);
  });
  useEffect(() => {
    if (!end.current) return;
    const watching = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) shown.value += CHUNK;
      },
      { rootMargin: "800px" },
    );
    watching.observe(end.current);
    return () => watching.disconnect();
  }, [all.length > shown.value, shown.value]);

  const byId = new Map(all.map((result) => [result.id, result]));
  const order = kept.value ? kept.value.flatMap((id) => byId.get(id) ?? []) : all;
  const late = kept.value ? all.length - order.length : 0;
  useEffect(() => {
    if (late > 0) announce(say("resultsNew", { n: late }));
  }, [late]);
  const rows = order.slice(0, shown.value);
  return (
    <>
      {late > 0 && (
        <button
          type="button"
          class="late"
          onClick={() => {
            kept.value = undefined;
          }}
        >
          {say("resultsNew", { n: late })}
        </button>
      )}
      <ol
        ref={list}
        class={`results ${kind.id}`}
        aria-label={say("results")}
        aria-busy={busy}
        onPointerMove={hold}
        onFocusCapture={hold}
      >
        {rows.map((result) => (
          <ResultRow
            key={result.id}
            result={result}
            question={question}
            parts={found.explained.get(result.id)}
            onRead={onRead}
          />
        ))}
      </ol>
      {order.length > shown.value && (
        <div ref={end}>
          <button
            type="button"
            class="quiet"
            onClick={() => {
              shown.value += CHUNK;
            }}
          >
            {say("resultsMore", { n: order.length - shown.value })}
          </button>
        </div>
      )}
      {!busy && order.length === 0 && found.lanes.size > 0 && (
        <p class="empty">{say(found.byId.size > 0 ? "resultsFiltered" : "resultsNone")}</p>
      )}
    </>
  );
}
