import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { ask, events } from "../../kit/api.ts";
import { CopyButton } from "../../kit/copy.tsx";
import { ItemsTable, Tree, Value } from "../../kit/data.tsx";
import { Failure } from "../../kit/failure.tsx";
import { Link } from "../../kit/link.tsx";
import { announce } from "../../kit/live.ts";
import { addressOf, change, place } from "../../kit/place.ts";
import { pointsOf } from "../../kit/points.ts";
import { RowCharts } from "../../kit/row-charts.tsx";
import { RowMap } from "../../kit/row-map.tsx";
import { perFrame } from "../../kit/running.ts";
import { SchemaFields } from "../../kit/schema-form.tsx";
import { type Fields, fields, list, text } from "../../kit/shape.ts";
import { useSubject } from "../../kit/title.ts";
import { UrlForm } from "../../kit/url-form.tsx";
import { useRun } from "../../kit/use-run.ts";
import { say } from "../../kit/words.ts";
import { AsCode, tokensOf } from "../sources/as-code.tsx";

/** One analysis as a report: its sections as they are ready. */
export function Analysis({ analysis }: { readonly analysis: Fields }): JSX.Element {
  const { query } = place.value;
  const path = text(analysis["path"]);
  const parameters = fields(analysis["parameters"]);
  const about = fields(analysis["q"]);
  const q = query.get("q") ?? "";
  const values = Object.fromEntries(
    Object.keys(parameters).flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? ""]] : [])),
  );
  const asked = q && new URLSearchParams({ q, ...values }).toString();
  const { version, changed } = useMemo(() => perFrame(), []);
  const sections = useSignal(new Map<string, unknown>());
  const lanes = useSignal(new Map<string, string>());
  const run = useRun(asked, async (signal) => {
    const [mine, states] = [new Map<string, unknown>(), new Map<string, string>()];
    sections.value = mine;
    lanes.value = states;
    for await (const { event, data } of events(`${path}?${asked}`, { signal })) {
      if (event === "source") states.set(text(data["id"]), text(data["status"]));
      if (event === "section") put(mine, text(data["name"]), data["value"]);
      if (event === "done") for (const [name, value] of Object.entries(data)) mine.set(name, value);
      changed();
    }
    announce(say("reportDone"));
  });
  useSubject([text(analysis["title"]), q].filter(Boolean).join(": "));
  void version.value;
  const waiting = [...lanes.value.values()].filter((state) => state === "started").length;
  return (
    <>
      <p class="faint">
        <Link to={addressOf("ui/analyses")}>{say("analyses")}</Link>
      </p>
      <h1>{text(analysis["title"])}</h1>
      <p>{text(analysis["describe"])}</p>
      <UrlForm
        label={text(about["describe"]) || say("question")}
        placeholder={text(about["example"])}
        value={q}
        action={say("ask")}
        busy={run.busy.value}
        pausable
        onAsk={(wanted) => (wanted === q ? run.again() : change({ q: wanted }))}
      >
        {Object.keys(parameters).length > 0 && (
          <details>
            <summary>{say("options")}</summary>
            <SchemaFields
              schema={{ properties: parameters }}
              values={values}
              onChange={(name, value) => change({ [name]: value }, { replace: true })}
            />
          </details>
        )}
      </UrlForm>
      {q === "" && (
        <p class="empty">
          {say("analysisEmpty")}{" "}
          <Link to={addressOf(`ui/analyses${path}`, { q: text(about["example"]) })}>{text(about["example"])}</Link>
        </p>
      )}
      {q && (
        <>
          <div class="progress-place">
            {run.busy.value && (
              <progress
                aria-label={text(analysis["title"])}
                max={Math.max(1, lanes.value.size)}
                value={lanes.value.size - waiting}
              >
                {lanes.value.size - waiting}
              </progress>
            )}
          </div>
          <p class="summary" role="status">
            {lanes.value.size > 0 && say("analysisPhase", { n: lanes.value.size - waiting, all: lanes.value.size })}
          </p>
        </>
      )}
      {run.failure.value !== undefined && <Failure error={run.failure.value} again={run.again} />}
      {sections.value.size > 0 && <Report sections={sections.value} />}
      {q && analysis["prompt"] === true && !run.busy.value && <Prompt path={path} asked={asked} />}
      {q && !run.busy.value && (sections.value.size > 0 || run.failure.value !== undefined) && (
        <AsCode path={path} query={{ q, ...values }} />
      )}
    </>
  );
}

/** Puts a section in: `a.b` stands within `a`. */
function put(sections: Map<string, unknown>, name: string, value: unknown): void {
  const [head = name, ...rest] = name.split(".");
  if (rest.length === 0) sections.set(name, value);
  else sections.set(head, { ...fields(sections.get(head)), [rest.join(".")]: value });
}

const APART = new Set([
  "success",
  "missing",
  "limits",
  "sources",
  "warnings",
  "time_ms",
  "findings",
  "q",
  "partial",
  "generated_at",
]);

/** Key figures first, then the findings, then each section; what is missing and the limits last. */
function Report({ sections }: { readonly sections: ReadonlyMap<string, unknown> }): JSX.Element {
  const all = [...sections].filter(([name]) => !APART.has(name));
  const plain = all.filter(([, value]) => typeof value !== "object" || value === null);
  const rich = all.filter(([, value]) => typeof value === "object" && value !== null);
  return (
    <article class="report">
      {plain.length > 0 && (
        <dl class="figures">
          {plain.map(([name, value]) => (
            <div key={name}>
              <dt>{titleOf(name)}</dt>
              <dd>
                <Value value={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {list(sections.get("findings")).length > 0 && <Section name="findings" value={sections.get("findings")} />}
      {rich.map(([name, value]) => (
        <Section key={name} name={name} value={value} />
      ))}
      {["missing", "limits", "warnings"].map((name) =>
        sections.has(name) && list(sections.get(name)).length > 0 ? (
          <Section key={name} name={name} value={sections.get(name)} />
        ) : null,
      )}
    </article>
  );
}

function Section({ name, value }: { readonly name: string; readonly value: unknown }): JSX.Element {
  return (
    <section>
      <h2>{titleOf(name)}</h2>
      <Body name={name} value={value} />
    </section>
  );
}

/** Rows as a table; an object as its figures, then each of its lists; what is deeper as a tree. */
function Body({ name, value }: { readonly name: string; readonly value: unknown }): JSX.Element {
  if (Array.isArray(value)) {
    if (value.length === 0) return <p class="faint">{say("sectionNone")}</p>;
    if (value.every((row) => typeof row === "object" && row !== null && !Array.isArray(row)))
      return <Rows name={name} rows={value} />;
    return (
      <ul>
        {value.map((entry, index) => (
          <li key={index}>
            <Value value={entry} />
          </li>
        ))}
      </ul>
    );
  }
  const entries = Object.entries(fields(value));
  const plain = entries.filter(([, inner]) => typeof inner !== "object" || inner === null);
  return (
    <>
      {plain.length > 0 && (
        <dl class="about">
          {plain.map(([key, inner]) => (
            <div key={key}>
              <dt>{titleOf(key)}</dt>
              <dd>
                <Value value={inner} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {entries
        .filter(([, inner]) => typeof inner === "object" && inner !== null)
        .map(([key, inner]) => (
          <section key={key}>
            <h3>{titleOf(key)}</h3>
            {Array.isArray(inner) ? <Body name={key} value={inner} /> : <Tree value={inner} />}
          </section>
        ))}
    </>
  );
}

/** One place is said by its row. */
const LEAST_MAPPED = 2;

/** Rows as a table, below what they say over time and where they are. */
function Rows({ name, rows }: { readonly name: string; readonly rows: readonly unknown[] }): JSX.Element {
  const items = useMemo(() => rows.map(fields), [rows]);
  const mapped = useMemo(() => pointsOf(items).length >= LEAST_MAPPED, [items]);
  return (
    <>
      <RowCharts items={items} />
      {mapped && <RowMap items={items} />}
      <ItemsTable items={items} label={titleOf(name)} />
    </>
  );
}

const titleOf = (name: string): string => name.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());

/** The same as a prompt, with its tokens. */
function Prompt({ path, asked }: { readonly path: string; readonly asked: string }): JSX.Element {
  const prompt = useSignal("");
  const failed = useSignal<unknown>(undefined);
  const load = async (): Promise<void> => {
    try {
      prompt.value = await (await ask(`${path}/llm?${asked}`, { accept: "text/plain" })).text();
      failed.value = undefined;
    } catch (error) {
      failed.value = error;
    }
  };
  return (
    <section class="no-print">
      <h2>{say("prompt")}</h2>
      {prompt.value === "" ? (
        <button type="button" onClick={load}>
          {say("promptShow")}
        </button>
      ) : (
        <>
          <p class="row">
            <span class="faint">{say("tokens", { n: tokensOf(prompt.value) })}</span>
            <CopyButton text={() => prompt.value} />
          </p>
          <pre tabIndex={0}>{prompt.value}</pre>
        </>
      )}
      {failed.value !== undefined && <Failure error={failed.value} again={load} />}
    </section>
  );
}
