import { type Signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { json } from "../../kit/api.ts";
import { WebLink } from "../../kit/link.tsx";
import { marked } from "../../kit/marked.ts";
import { count, day } from "../../kit/said.ts";
import { fields, list, text, webAddress } from "../../kit/shape.ts";
import { say } from "../../kit/words.ts";
import type { Part, Result } from "./found.ts";

interface Props {
  readonly result: Result;
  readonly question: string;
  readonly parts: readonly Part[] | undefined;
  onRead(url: string): void;
}

/** A result; drawn anew only where it has changed itself, however often the list does. */
export function ResultRow({ result, question, parts, onRead }: Props): JSX.Element {
  const why = useSignal(false);
  const open = why.value;
  return useMemo(() => <Row {...{ result, question, parts, onRead, why }} />, [result, question, parts, open]);
}

function Row({ result, question, parts, onRead, why }: Props & { readonly why: Signal<boolean> }): JSX.Element {
  const { title, url, shownUrl, snippet, engines, date, facts } = result;
  const readable = webAddress(url) !== undefined;
  return (
    <li class="result" data-row>
      <h2 dir="auto">
        <WebLink to={url}>{title}</WebLink>
      </h2>
      <p class="address" dir="ltr">
        {shownUrl}
      </p>
      {snippet && (
        <p class="snippet" dir="auto">
          {date && <time dateTime={date}>{day(date)} — </time>}
          {marked(snippet, question).map(({ text: piece, hit }, index) =>
            hit ? <mark key={index}>{piece}</mark> : piece,
          )}
        </p>
      )}
      {facts.length > 0 && (
        <p class="facts" dir="auto">
          {facts.join(" · ")}
        </p>
      )}
      <p class="actions">
        <span class="engines">{engines.join(", ")}</span>
        <button
          type="button"
          class="quiet"
          aria-expanded={why.value}
          aria-label={say("whyOf", { title })}
          onClick={() => {
            why.value = !why.value;
          }}
        >
          {say("why")}
        </button>
        {readable && (
          <>
            <button type="button" class="quiet" aria-label={say("readOf", { title })} onClick={() => onRead(url)}>
              {say("read")}
            </button>
            <Archived url={url} title={title} />
          </>
        )}
      </p>
      {why.value && <Why score={result.score} parts={parts} />}
    </li>
  );
}

/** The parts of the score, each as a bar. */
function Why(props: { readonly score: number | undefined; readonly parts: readonly Part[] | undefined }): JSX.Element {
  const { score, parts } = props;
  if (!parts || parts.length === 0) return <p class="faint">{say("whyNone")}</p>;
  const most = Math.max(...parts.map(({ value }) => value), Number.EPSILON);
  return (
    <dl class="why">
      {score !== undefined && (
        <div>
          <dt>score</dt>
          <dd>{count(Math.round(score * 1000) / 1000)}</dd>
        </div>
      )}
      {parts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <meter min={0} max={most} value={value}>
              {value}
            </meter>
            {count(Math.round(value * 1000) / 1000)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A link to the newest archived copy, looked for when asked. */
function Archived({ url, title }: { readonly url: string; readonly title: string }): JSX.Element {
  const said = useSignal<JSX.Element | string | undefined>(undefined);
  const look = async (): Promise<void> => {
    said.value = say("loading");
    const newest = await json(`/domain/wayback?${new URLSearchParams({ q: url, pagecount: "1" })}`).then(
      ({ items }) => fields(list(items)[0]),
      (error: unknown) => {
        said.value = error instanceof Error ? error.message : String(error);
      },
    );
    if (!newest) return;
    const copy = webAddress(newest["url"]);
    said.value = copy ? (
      <WebLink to={copy}>{say("archivedAt", { date: day(text(newest["timestamp"])) })}</WebLink>
    ) : (
      say("archivedNone")
    );
  };
  if (said.value !== undefined) return <span aria-live="polite">{said.value}</span>;
  return (
    <button type="button" class="quiet" aria-label={say("archivedOf", { title })} onClick={look}>
      {say("archived")}
    </button>
  );
}
