import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { key } from "../../kit/api.ts";
import { Failure } from "../../kit/failure.tsx";
import { Link } from "../../kit/link.tsx";
import { type Parser, parsers } from "../../kit/parsers.ts";
import { addressOf, change, place } from "../../kit/place.ts";
import { say } from "../../kit/words.ts";
import { Playground } from "./playground.tsx";

/** All sources, to be found by name, category, field and key; or the playground of one. */
export function Sources(): JSX.Element {
  const [, , category, id] = place.value.path.split("/");
  return category && id ? <Playground key={`${category}/${id}`} category={category} id={id} /> : <SourceList />;
}

function SourceList(): JSX.Element {
  const known = useSignal<readonly Parser[] | undefined>(undefined);
  const failed = useSignal<unknown>(undefined);
  const run = useSignal(0);
  useEffect(() => {
    failed.value = undefined;
    parsers().then(
      (all) => {
        known.value = all;
      },
      (error: unknown) => {
        failed.value = error;
      },
    );
  }, [run.value, key.value]);
  const { query } = place.value;
  const [q, category, wanted] = [query.get("q") ?? "", query.get("category") ?? "", query.get("key") ?? ""];
  const { all, found } = nearest(
    (known.value ?? []).filter(
      (parser) =>
        (category === "" || parser.category === category) &&
        (wanted === "" || parser.keyRequired === (wanted === "needed")),
    ),
    q,
  );
  const categories = [...new Set((known.value ?? []).map((parser) => parser.category))];
  return (
    <>
      <h1>{say("sources")}</h1>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <input
          type="search"
          aria-label={say("sourcesFind")}
          placeholder={say("sourcesHint")}
          value={q}
          onInput={({ currentTarget }) => change({ q: currentTarget.value }, { replace: true })}
        />
        <label>
          {say("category")}
          <select value={category} onChange={({ currentTarget }) => change({ category: currentTarget.value })}>
            <option value="">{say("all")}</option>
            {categories.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {say("keyTitle")}
          <select value={wanted} onChange={({ currentTarget }) => change({ key: currentTarget.value })}>
            <option value="">{say("all")}</option>
            <option value="none">{say("keyNone")}</option>
            <option value="needed">{say("keyNeeded")}</option>
          </select>
        </label>
      </form>
      {failed.value !== undefined && (
        <Failure
          error={failed.value}
          again={() => {
            run.value += 1;
          }}
        />
      )}
      <p class="summary" role="status">
        {known.value
          ? say(all || found.length === 0 ? "sourcesFound" : "sourcesNear", { n: found.length })
          : failed.value === undefined
            ? say("loading")
            : ""}
      </p>
      {!all && known.value && <Catalogues known={known.value} words={q} />}
      <ul class="cards" aria-label={say("sources")}>
        {found.map((parser) => (
          <li key={parser.path} data-row>
            <Link to={addressOf(`ui/sources${parser.path}`)}>{parser.title}</Link>{" "}
            <span class="faint">
              {parser.category}/{parser.id}
              {parser.keyRequired && ` · ${say("keyNeeded")}`}
            </span>
            <p class="faint">{parser.describe}</p>
          </li>
        ))}
      </ul>
      {known.value && found.length === 0 && <p class="empty">{say("sourcesNone")}</p>}
    </>
  );
}

/** Sources that find sets of data by words, whatever these are about; the French ones know them in French. */
const CATALOGUES = ["french/data_gouv", "statistics/data_europa"];

/** Where to look for data of which no source tells by itself. */
function Catalogues(props: { readonly known: readonly Parser[]; readonly words: string }): JSX.Element | null {
  const { known, words } = props;
  const found = known.filter(({ category, id }) => CATALOGUES.includes(`${category}/${id}`));
  if (found.length === 0) return null;
  return (
    <section class="hint" aria-label={say("dataSets")}>
      <p>{say("dataSetsHint", { q: words })}</p>
      <ul>
        {found.map(({ category, id, title }) => (
          <li key={id}>
            <Link to={addressOf(`ui/sources/${category}/${id}`, { q: words, ask: "1" })}>{title}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Words that mean the same of a source. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  france: ["france", "french"],
  french: ["french", "france"],
  europe: ["europe", "european"],
  german: ["german", "germany"],
};

/** The sources that have the most of the wanted words, those with all of them first; a plural finds its singular too. */
function nearest(
  known: readonly Parser[],
  wanted: string,
): { readonly all: boolean; readonly found: readonly Parser[] } {
  const words = wanted
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => (word.length > 4 ? word.replace(/s$/, "") : word));
  if (words.length === 0) return { all: true, found: known };
  const scored = known.map((parser) => {
    const { title, id, category, describe, docs, terms } = parser;
    const about = [title, id, category, describe, docs, terms, ...parser.fields].join(" ").toLowerCase();
    return { parser, hits: words.filter((word) => (SAME[word] ?? [word]).some((said) => about.includes(said))).length };
  });
  const most = Math.max(...scored.map(({ hits }) => hits), 0);
  if (most === 0) return { all: false, found: [] };
  return { all: most === words.length, found: scored.filter(({ hits }) => hits === most).map(({ parser }) => parser) };
}
