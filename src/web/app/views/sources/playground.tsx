import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { ask, json, key } from "../../kit/api.ts";
import { CopyButton, keep } from "../../kit/copy.tsx";
import { ItemsTable, Tree } from "../../kit/data.tsx";
import { Failure } from "../../kit/failure.tsx";
import { Link, WebLink } from "../../kit/link.tsx";
import { announce } from "../../kit/live.ts";
import { overTime } from "../../kit/over-time.ts";
import { type Parser, parserOf } from "../../kit/parsers.ts";
import { addressOf, change, place } from "../../kit/place.ts";
import { pointsOf } from "../../kit/points.ts";
import { RowCharts } from "../../kit/row-charts.tsx";
import { RowMap } from "../../kit/row-map.tsx";
import { stop } from "../../kit/running.ts";
import { bytes, duration } from "../../kit/said.ts";
import { SchemaFields } from "../../kit/schema-form.tsx";
import { type Fields, fields, list, texts } from "../../kit/shape.ts";
import { Tabs } from "../../kit/tabs.tsx";
import { useSubject } from "../../kit/title.ts";
import { useRun } from "../../kit/use-run.ts";
import { say } from "../../kit/words.ts";
import { AsCode, tokensOf } from "./as-code.tsx";
import { SourceState } from "./source-state.tsx";

const SHOWN = ["view", "code", "ask"];
const MOST_RAW = 200_000;

interface Answer {
  readonly raw: string;
  readonly json: Fields | undefined;
  readonly ms: number;
  readonly bytes: number;
  readonly cache: string;
}

/** One source: its form, its answer in several shapes, and the same request as code. */
export function Playground({ category, id }: { readonly category: string; readonly id: string }): JSX.Element {
  const detail = useSignal<{ readonly parser: Parser; readonly options: Fields } | undefined>(undefined);
  const failed = useSignal<unknown>(undefined);
  useEffect(() => {
    json(`/parsers/${category}/${id}`).then(
      (answer) => {
        detail.value = { parser: parserOf(answer), options: fields(answer["options"]) };
        failed.value = undefined;
      },
      (error: unknown) => {
        failed.value = error;
      },
    );
  }, [category, id, key.value]);
  useSubject(detail.value?.parser.title ?? "");
  if (failed.value !== undefined) return <Failure error={failed.value} />;
  if (!detail.value) return <p class="faint">{say("loading")}</p>;
  const { parser, options } = detail.value;
  return (
    <>
      <p class="faint">
        <Link to={addressOf("ui/sources")}>{say("sources")}</Link> ›{" "}
        <Link to={addressOf("ui/sources", { category })}>{category}</Link>
      </p>
      <h1>{parser.title}</h1>
      <About parser={parser} />
      <Asking parser={parser} options={options} />
    </>
  );
}

const About = ({ parser }: { readonly parser: Parser }): JSX.Element => (
  <dl class="about">
    <SourceState id={parser.id} />
    <div>
      <dt>{say("upstream")}</dt>
      <dd>
        <WebLink to={parser.docs}>{parser.docs.replace(/^https?:\/\//, "")}</WebLink>
      </dd>
    </div>
    {parser.terms && (
      <div>
        <dt>{say("terms")}</dt>
        <dd>{parser.terms}</dd>
      </div>
    )}
    {parser.keys.length > 0 && (
      <div>
        <dt>{say("keyTitle")}</dt>
        <dd>
          <code>{parser.keys.join(", ")}</code> {parser.keyRequired ? say("keyNeeded") : say("keyOptional")}{" "}
          {parser.keyFrom && <WebLink to={parser.keyFrom}>{parser.keyFrom}</WebLink>}
        </dd>
      </div>
    )}
  </dl>
);

function Asking({ parser, options }: { readonly parser: Parser; readonly options: Fields }): JSX.Element {
  const { query } = place.value;
  const given: Record<string, string> = Object.fromEntries([...query].filter(([name]) => !SHOWN.includes(name)));
  const values = useSignal<Readonly<Record<string, string>>>({ q: parser.example, pagecount: "1", ...given });
  const answer = useSignal<Answer | undefined>(undefined);
  const asked = query.get("ask") === "1" ? new URLSearchParams(filled(given)).toString() : "";
  const run = useRun(asked, async (signal) => {
    answer.value = undefined;
    const began = performance.now();
    const response = await ask(`${parser.path}?${asked}`, { signal });
    const raw = await response.text();
    const read = asJson(raw);
    answer.value = {
      raw,
      json: read,
      ms: performance.now() - began,
      bytes: new Blob([raw]).size,
      cache: response.headers.get("x-tributary-cache") ?? "",
    };
    announce(say("itemsIn", { n: list(read?.["items"]).length, time: duration(performance.now() - began) }));
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const wanted = filled(values.value);
    if (new URLSearchParams(wanted).toString() === asked) run.again();
    else change({ ...Object.fromEntries(Object.keys(given).map((name) => [name, undefined])), ...wanted, ask: "1" });
  };
  const set = (name: string, value: string): void => {
    values.value = { ...values.value, [name]: value };
  };
  return (
    <>
      <form class="ask-source" onSubmit={submit}>
        <div class="fields">
          <div class="wide">
            <label for="q">q</label>
            <input
              id="q"
              type="search"
              required
              value={values.value["q"]}
              aria-describedby="q-about"
              onInput={({ currentTarget }) => set("q", currentTarget.value)}
            />
            <span class="faint" id="q-about">
              {parser.describe}
            </span>
          </div>
          <div>
            <label for="pagecount">pagecount</label>
            <input
              id="pagecount"
              type="number"
              min={1}
              max={50}
              value={values.value["pagecount"]}
              onInput={({ currentTarget }) => set("pagecount", currentTarget.value)}
            />
          </div>
        </div>
        <SchemaFields schema={options} values={values.value} onChange={set} />
        <div class="row">
          <button type="submit" class="main">
            {say("ask")}
          </button>
          {run.busy.value && (
            <button type="button" onClick={stop}>
              {say("stop")}
            </button>
          )}
          {run.busy.value && <span class="faint">{say("loading")}</span>}
        </div>
      </form>
      {run.failure.value !== undefined && <Failure error={run.failure.value} again={run.again} />}
      {answer.value && <AnswerView answer={answer.value} query={asked} path={parser.path} />}
      {(asked === "" || answer.value || run.failure.value !== undefined || run.stopped.value) && (
        <AsCode
          path={parser.path}
          query={filled(values.value)}
          source={parser}
          parts={answer.value && list(answer.value.json?.["items"]).map((item) => JSON.stringify(item))}
        />
      )}
    </>
  );
}

const filled = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));

function asJson(raw: string): Fields | undefined {
  try {
    return fields(JSON.parse(raw));
  } catch {
    return undefined;
  }
}

const VIEWS = ["table", "chart", "map", "tree", "raw"] as const;
const VIEW_WORDS = { table: "asTable", chart: "asChart", map: "asMap", tree: "asTree", raw: "asRaw" } as const;

const FORMATS = ["csv", "json", "ndjson", "xml"] as const;

/** The answer as a file, in the form that the service gives it. */
function Saving({ path, query }: { readonly path: string; readonly query: string }): JSX.Element {
  const failed = useSignal<unknown>(undefined);
  const save = async (format: string): Promise<void> => {
    failed.value = undefined;
    try {
      const response = await ask(`${path}?${query}&format=${format}`, { accept: "*/*" });
      keep(`${path.slice(1).replaceAll("/", "-")}.${format}`, await response.blob());
    } catch (error) {
      failed.value = error;
    }
  };
  return (
    <>
      <fieldset class="row saving">
        <legend class="unseen">{say("export")}</legend>
        {FORMATS.map((format) => (
          <button
            key={format}
            type="button"
            class="quiet"
            aria-label={say("saveRows", { kind: format.toUpperCase() })}
            onClick={() => save(format)}
          >
            {format.toUpperCase()}
          </button>
        ))}
      </fieldset>
      {failed.value !== undefined && <Failure error={failed.value} />}
    </>
  );
}

function AnswerView(props: { readonly answer: Answer; readonly query: string; readonly path: string }): JSX.Element {
  const { answer, query, path } = props;
  const items = useMemo(() => list(answer.json?.["items"]).map(fields), [answer]);
  const shown = useMemo(
    () => ({ chart: overTime(items).length > 0, map: pointsOf(items).length > 0, table: true, tree: true, raw: true }),
    [items],
  );
  const views = VIEWS.filter((view) => shown[view]);
  const current = views.find((known) => known === place.value.query.get("view")) ?? "table";
  const facts = [
    say("items", { n: items.length }),
    duration(answer.ms),
    bytes(answer.bytes),
    say("tokens", { n: tokensOf(answer.raw) }),
    answer.cache && `${say("cache")}: ${answer.cache}`,
  ];
  return (
    <section aria-label={say("answer")}>
      <p class="summary">{facts.filter(Boolean).join(" · ")}</p>
      {items.length > 0 && <Saving path={path} query={query} />}
      {texts(answer.json?.["warnings"]).map((warning) => (
        <p key={warning} class="faint">
          {warning}
        </p>
      ))}
      <Tabs
        label={say("answer")}
        tabs={views.map((view) => ({ id: view, label: say(VIEW_WORDS[view]) }))}
        current={current}
        onChoose={(view) => change({ view: view === "table" ? undefined : view }, { replace: true })}
      >
        {current === "table" &&
          (items.length > 0 ? <ItemsTable items={items} label={say("asTable")} /> : <p>{say("itemsNone")}</p>)}
        {current === "chart" && <RowCharts items={items} />}
        {current === "map" && <RowMap items={items} />}
        {current === "tree" && <Tree value={answer.json} />}
        {current === "raw" && (
          <>
            <p class="row">
              <CopyButton text={() => answer.raw} />
            </p>
            <pre tabIndex={0}>{answer.raw.slice(0, MOST_RAW)}</pre>
          </>
        )}
      </Tabs>
    </section>
  );
}
