import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { events } from "../../kit/api.ts";
import { CopyButton, download } from "../../kit/copy.tsx";
import { Failure } from "../../kit/failure.tsx";
import { Link, WebLink } from "../../kit/link.tsx";
import { announce } from "../../kit/live.ts";
import { addressOf, change, place } from "../../kit/place.ts";
import { perFrame } from "../../kit/running.ts";
import { useSubject } from "../../kit/title.ts";
import { UrlForm } from "../../kit/url-form.tsx";
import { useRun } from "../../kit/use-run.ts";
import { say } from "../../kit/words.ts";
import { AsCode } from "../sources/as-code.tsx";
import { FollowUp } from "./follow-up.tsx";
import { Passage } from "./passage.tsx";
import { Phases } from "./phases.tsx";
import { statementsCiting } from "./quoted.ts";
import { bibtexOf, markdownOf, Report } from "./report.ts";

const EXAMPLES = ["How does RxJS handle backpressure?", "What do French towns pay for school meals?"];
/** Characters of a question at most. */
const LONGEST = 2000;

/** A question, what is found on the way, and the answer with its sources. */
export function Research(): JSX.Element {
  const { query } = place.value;
  const [q, model] = [query.get("q") ?? "", query.get("model") === "pro" ? "pro" : "mini"];
  const before = query.getAll("after");
  const cited = Number(query.get("cite"));
  const { version, changed } = useMemo(() => perFrame(), []);
  const report = useSignal(new Report());
  useSubject(q);
  // A further question is asked with those before it, which say what it is about.
  const wanted = [q, ...before.toReversed()].join(" ").slice(0, LONGEST);
  const run = useRun(q && `${model} ${wanted}`, async (signal) => {
    const mine = new Report();
    report.value = mine;
    for await (const { event, data } of events("/research", { body: { query: wanted, model, stream: true }, signal })) {
      mine.take(event, data);
      changed();
    }
    announce(mine.answered ? say("researchDone", { n: mine.results.length }) : say("researchNone"));
  });
  void version.value;
  const { text: answer, results, answered, why, done } = report.value;
  const source = results[cited - 1];
  return (
    <div class={source ? "research with-page" : "research"}>
      <div class="column">
        <h1>{say("research")}</h1>
        <UrlForm
          label={say("question")}
          placeholder={say("questionHint")}
          value={q}
          action={say("ask")}
          busy={run.busy.value}
          pausable
          onAsk={(words) => (words === q ? run.again() : change({ q: words, cite: undefined, after: undefined }))}
        >
          <label class="faint">
            {say("depthOf")}{" "}
            <select value={model} onChange={({ currentTarget }) => change({ model: currentTarget.value })}>
              <option value="mini">{say("modelMini")}</option>
              <option value="pro">{say("modelPro")}</option>
            </select>
          </label>
        </UrlForm>
        {q === "" && <Examples />}
        {before.length > 0 && (
          <p class="faint">
            {say("askedBefore")}{" "}
            {before.map((words, index) => (
              <span key={words}>
                {index > 0 && " › "}
                <Link to={addressOf("ui/research", { q: words })}>{words}</Link>
              </span>
            ))}
          </p>
        )}
        {q !== "" && <Phases report={report.value} busy={run.busy.value} />}
        {run.failure.value !== undefined && <Failure error={run.failure.value} again={run.again} />}
        {!answer && run.busy.value && <div class="answer-place" />}
        {answer && (
          <section class="prose answer-place" aria-label={say("answer")} aria-busy={run.busy.value}>
            <Cited text={answer} most={results.length} />
          </section>
        )}
        {done && !answered && <p class="empty">{why || say("researchNone")}</p>}
        {done && <Exports report={report.value} question={q} />}
        {results.length > 0 && (
          <>
            <h2>{say("sources")}</h2>
            <ol class="cards" aria-label={say("sources")}>
              {results.map(({ title, url, content }, index) => (
                <li key={url} class={cited === index + 1 ? "cited" : ""} data-row>
                  <Link to={citing(index + 1)} label={say("passageOf", { n: index + 1 })}>
                    [{index + 1}]
                  </Link>{" "}
                  <WebLink to={url}>{title || url}</WebLink>
                  <p class="faint">{content.slice(0, 200)}</p>
                </li>
              ))}
            </ol>
          </>
        )}
        {done && <FollowUp question={q} before={before} />}
        {(done || run.failure.value !== undefined) && <AsCode path="/research" query={{ query: wanted, model }} />}
      </div>
      {source && (
        <Passage
          source={source}
          n={cited}
          statements={statementsCiting(answer, cited)}
          onClose={() => change({ cite: undefined })}
        />
      )}
    </div>
  );
}

/** The address that shows what is quoted of a source beside the answer. */
const citing = (n: number): string => {
  const words = new URLSearchParams(place.value.query);
  words.set("cite", String(n));
  return `${addressOf("ui/research")}?${words}`;
};

function Exports({ report, question }: { readonly report: Report; readonly question: string }): JSX.Element {
  const markdown = (): string => markdownOf(question, report);
  return (
    <p class="row">
      <CopyButton label={say("copyMarkdown")} text={markdown} />
      <button type="button" onClick={() => download("research.md", "text/markdown", markdown())}>
        Markdown
      </button>
      <button type="button" onClick={() => download("research.bib", "text/plain", bibtexOf(report))}>
        BibTeX
      </button>
      <button
        type="button"
        onClick={() => download("research.json", "application/json", JSON.stringify(report.whole, null, 2))}
      >
        JSON
      </button>
    </p>
  );
}

const Examples = (): JSX.Element => (
  <div class="empty">
    <p>{say("researchEmpty")}</p>
    <ul>
      {EXAMPLES.map((q) => (
        <li key={q}>
          <Link to={addressOf("ui/research", { q })}>{q}</Link>
        </li>
      ))}
    </ul>
  </div>
);

/** A text whose `[n]` show what they quote, in its page beside the text. */
function Cited({ text, most }: { readonly text: string; readonly most: number }): JSX.Element {
  return (
    <>
      {text.split(/\n{2,}/).map((paragraph, at) => (
        <p key={at} dir="auto">
          {paragraph.split(/(\[\d{1,3}\])/).map((piece, index) => {
            const n = Number(/^\[(\d+)\]$/.exec(piece)?.[1]);
            if (!(n >= 1 && n <= most)) return piece;
            return (
              <Link key={index} to={citing(n)} label={say("passageOf", { n })}>
                {piece}
              </Link>
            );
          })}
        </p>
      ))}
    </>
  );
}
