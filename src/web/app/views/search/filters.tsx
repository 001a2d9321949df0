import type { JSX } from "preact";
import { CopyButton, download } from "../../kit/copy.tsx";
import { change, place } from "../../kit/place.ts";
import { language, say } from "../../kit/words.ts";
import { csvOf, ndjsonOf, promptOf } from "./export.ts";
import type { Found, Result } from "./found.ts";
import type { Kind } from "./kinds.ts";

const TIMES = [
  ["", "timeAny"],
  ["day", "timeDay"],
  ["week", "timeWeek"],
  ["month", "timeMonth"],
  ["year", "timeYear"],
] as const;
const SPOKEN = ["en", "fr", "de", "es", "it", "pt", "nl", "pl", "ja", "zh", "ru", "ar"];
const MOST_SITES = 40;

/** The results that the view's filters leave. */
export function filtered(found: Found): readonly Result[] {
  const { query } = place.value;
  const [site, from] = [query.get("site"), query.get("from")];
  return found.results.filter((result) => (!site || result.site === site) && (!from || result.engines.includes(from)));
}

interface Props {
  readonly found: Found;
  /** Grows when what was found has changed. */
  readonly version: number;
  readonly kind: Kind;
}

export function Filters({ found, kind }: Props): JSX.Element {
  const { query } = place.value;
  const sites = [...Map.groupBy(found.results.slice(0, 1000), ({ site }) => site)]
    .filter(([site]) => site !== "")
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, MOST_SITES);
  const any = ["site", "from", "time_range", "language"].some((name) => query.has(name));
  const names = new Intl.DisplayNames([language.value], { type: "language" });
  return (
    <fieldset class="filters">
      <legend class="unseen">{say("filters")}</legend>
      {kind.category === undefined && (
        <>
          <Choice
            label={say("filterTime")}
            name="time_range"
            options={TIMES.map(([value, word]) => [value, say(word)] as const)}
          />
          <Choice
            label={say("filterLanguage")}
            name="language"
            options={[["", say("languageAny")], ...SPOKEN.map((code) => [code, names.of(code) ?? code] as const)]}
          />
        </>
      )}
      <Choice
        label={say("filterSite")}
        name="site"
        options={[["", "—"], ...sites.map(([site, { length }]) => [site, `${site} (${length})`] as const)]}
      />
      {any && (
        <button
          type="button"
          class="quiet"
          onClick={() => change({ site: undefined, from: undefined, time_range: undefined, language: undefined })}
        >
          {say("filterClear")}
        </button>
      )}
      <Exports found={found} />
    </fieldset>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly name: string;
  readonly options: readonly (readonly [string, string])[];
}

function Choice({ label, name, options }: ChoiceProps): JSX.Element {
  const value = place.value.query.get(name) ?? "";
  const known = options.some(([id]) => id === value) ? options : [...options, [value, value] as const];
  return (
    <label>
      {label}
      <select value={value} onChange={({ currentTarget }) => change({ [name]: currentTarget.value || undefined })}>
        {known.map(([id, word]) => (
          <option key={id} value={id}>
            {word}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What is shown, as a file or as a prompt. */
function Exports({ found }: { readonly found: Found }): JSX.Element {
  const items = (): readonly Result["item"][] => filtered(found).map(({ item }) => item);
  const q = place.value.query.get("q") ?? "";
  return (
    <details class="export">
      <summary>{say("export")}</summary>
      <div class="row">
        <button type="button" onClick={() => download("results.csv", "text/csv", csvOf(items()))}>
          CSV
        </button>
        <button
          type="button"
          onClick={() => download("results.json", "application/json", JSON.stringify(items(), null, 2))}
        >
          JSON
        </button>
        <button type="button" onClick={() => download("results.ndjson", "application/x-ndjson", ndjsonOf(items()))}>
          NDJSON
        </button>
        <CopyButton label={say("copyPrompt")} text={() => promptOf(q, filtered(found))} />
      </div>
    </details>
  );
}
