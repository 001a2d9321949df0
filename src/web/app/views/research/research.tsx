import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { events } from "../../kit/api.ts";
import { CopyButton, download } from "../../kit/copy.tsx";
import { Failure } from "../../kit/failure.tsx";
import { WebLink } from "../../kit/link.tsx";
import { announce } from "../../kit/live.ts";
import { change, place } from "../../kit/place.ts";
import { perFrame } from "../../kit/running.ts";
import { UrlForm } from "../../kit/url-form.tsx";
import { useRun } from "../../kit/use-run.ts";
import { say } from "../../kit/words.ts";
import { bibtexOf, markdownOf, Report } from "./report.ts";

/** A question, what is found on the way, and the answer with its sources. */
export function Research(): JSX.Element {
  const { query } = place.value;
  const [q, model] = [query.get("q") ?? "", query.get("model") === "pro" ? "pro" : "mini"];
  const { version, changed } = useMemo(perFrame, []);
  const report = useSignal(new Report());
  const cited = useSignal<number | undefined>(undefined);
  const run = useRun(q && `${model} ${q}`, async (signal) => {
    const mine = new Report();
    report.value = mine;
    cited.value = undefined;
    for await (const { event, data } of events("/research", { body: { query: q, model, stream: true }, signal })) {
      mine.take(event, data);
      changed();
    }
    announce(mine.answered ? say("researchDone", { n: mine.results.length }) : say("researchNone"));
  });
  void version.value;
  const { text: answer, results, lanes, answered, why, done } = report.value;
  const settled = lanes.filter(({ state }) => state !== "started").length;
  return (
    <>
      <h1>{say("research")}</h1>
      <UrlForm
        label={say("question")}
        placeholder={say("questionHint")}
        value={q}
        action={say("ask")}
        busy={run.busy.value}
        onAsk={(wanted) => (wanted === q ? run.again() : change({ q: wanted }))}
      >
        <label class="faint">
          {say("depthOf")}{" "}
          <select value={model} onChange={({ currentTarget }) => change({ model: currentTarget.value })}>
            <option value="mini">{say("modelMini")}</option>
            <option value="pro">{say("modelPro")}</option>
          </select>
        </label>
      </UrlForm>
      {q === "" && <p class="empty">{say("researchEmpty")}</p>}
      {run.busy.value && (
        <>
          <progress aria-label={say("research")} max={Math.max(1, lanes.length)} value={settled}>
            {settled}
          </progress>
          <p class="summary" role="status">
            {say("researchPhase", { n: settled, all: lanes.length, found: results.length })}
          </p>
        </>
      )}
      {run.failure.value !== undefined && <Failure error={run.failure.value} again={run.again} />}
      {answer && (
        <section class="prose" aria-label={say("answer")}>
          <Cited
            text={answer}
            most={results.length}
            onCite={(n) => {
              cited.value = n;
            }}
          />
        </section>
      )}
      {done && !answered && <p class="empty">{why || say("researchNone")}</p>}
      {done && (
        <p class="row">
          <CopyButton label={say("copyMarkdown")} text={() => markdownOf(q, report.value)} />
          <button type="button" onClick={() => download("research.md", "text/markdown", markdownOf(q, report.value))}>
            Markdown
          </button>
          <button type="button" onClick={() => download("research.bib", "text/plain", bibtexOf(report.value))}>
            BibTeX
          </button>
          <button
            type="button"
            onClick={() => download("research.json", "application/json", JSON.stringify(report.value.whole, null, 2))}
          >
            JSON
          </button>
        </p>
      )}
      {results.length > 0 && (
        <>
          <h2>{say("sources")}</h2>
          <ol class="cards" aria-label={say("sources")}>
            {results.map(({ title, url, content }, index) => (
              <li key={url} id={`source-${index + 1}`} class={cited.value === index + 1 ? "cited" : ""} data-row>
                [{index + 1}] <WebLink to={url}>{title || url}</WebLink>
                {cited.value === index + 1 ? (
                  <blockquote>{content}</blockquote>
                ) : (
                  <p class="faint">{content.slice(0, 200)}</p>
                )}
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}

/** A text whose `[n]` go to the sources below, and open the passage that is cited. */
function Cited(props: { readonly text: string; readonly most: number; onCite(n: number): void }): JSX.Element {
  return (
    <>
      {props.text.split(/\n{2,}/).map((paragraph, at) => (
        <p key={at} dir="auto">
          {paragraph.split(/(\[\d{1,3}\])/).map((piece, index) => {
            const n = Number(/^\[(\d+)\]$/.exec(piece)?.[1]);
            if (!(n >= 1 && n <= props.most)) return piece;
            return (
              <a key={index} href={`#source-${n}`} onClick={() => props.onCite(n)}>
                {piece}
              </a>
            );
          })}
        </p>
      ))}
    </>
  );
}
