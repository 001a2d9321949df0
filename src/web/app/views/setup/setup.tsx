import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Failure } from "../../kit/failure.tsx";
import { Link, WebLink } from "../../kit/link.tsx";
import { addressOf } from "../../kit/place.ts";
import { count } from "../../kit/said.ts";
import { type Fields, fields, list, text, texts } from "../../kit/shape.ts";
import { useAnswer } from "../../kit/use-answer.ts";
import { say } from "../../kit/words.ts";
import { Figure } from "../health/health.tsx";

const KEY_WORDS = { set: "keySet", missing: "keyMissing", refused: "keyRefused" } as const;
const REACH_WORDS = { reached: "reached", unreached: "unreached", unset: "unset" } as const;

const wordOf = <Known extends Readonly<Record<string, Parameters<typeof say>[0]>>>(
  words: Known,
  state: unknown,
): string => {
  const found = Object.entries(words).find(([name]) => name === state)?.[1];
  return found === undefined ? text(state) : say(found);
};

/** What the service is set up with, and whether what it uses is there. */
export function Setup(): JSX.Element {
  const { answer, failure, again } = useAnswer("/setup");
  const setup = answer.value;
  return (
    <>
      <h1>{say("setup")}</h1>
      {failure.value !== undefined && <Failure error={failure.value} again={again} />}
      {!setup && failure.value === undefined && <p class="faint">{say("loading")}</p>}
      {setup && <Shown setup={setup} />}
    </>
  );
}

function Shown({ setup }: { readonly setup: Fields }): JSX.Element {
  const versions = fields(setup["versions"]);
  const [engines, keys] = [list(setup["engines"]).map(fields), list(setup["keys"]).map(fields)];
  return (
    <>
      <dl class="figures">
        <Figure name={say("version")} value={text(versions["tributary"])} />
        <Figure name="Node" value={`${text(versions["node"])} · ${text(versions["platform"])}`} />
        <Figure name={say("address")} value={text(setup["address"])} />
      </dl>
      <h2>{say("reach")}</h2>
      <Table label={say("reach")} head={[say("what"), say("state"), say("about")]}>
        {list(setup["reach"])
          .map(fields)
          .map((reach, at) => (
            <tr key={at} class={reach["state"] === "unreached" ? "bad" : ""}>
              <th scope="row">{text(reach["name"])}</th>
              <td class="state">{wordOf(REACH_WORDS, reach["state"])}</td>
              <td class="said">{text(reach["said"])}</td>
            </tr>
          ))}
      </Table>
      <h2>
        {say("defaultEngines")} ({count(engines.filter(({ asked }) => asked === true).length)} / {count(engines.length)}
        )
      </h2>
      <Table label={say("defaultEngines")} head={[say("source"), say("about")]}>
        {engines.map((engine) => (
          <tr key={text(engine["id"])}>
            <th scope="row">
              <Link to={addressOf(`ui/sources/search/${text(engine["id"])}`)}>{text(engine["title"])}</Link>
            </th>
            <td class={engine["asked"] === true ? "" : "faint"}>{text(engine["why"])}</td>
          </tr>
        ))}
      </Table>
      <h2>{say("keyVariables")}</h2>
      <Keys keys={keys} />
      <h2>{say("configuration")}</h2>
      <Settings settings={list(setup["settings"]).map(fields)} />
    </>
  );
}

function Keys({ keys }: { readonly keys: readonly Fields[] }): JSX.Element {
  const only = useSignal("");
  const shown = keys.filter(({ state }) => only.value === "" || state === only.value);
  return (
    <>
      <p>
        <label>
          {say("state")}{" "}
          <select
            value={only.value}
            onChange={({ currentTarget }) => {
              only.value = currentTarget.value;
            }}
          >
            <option value="">{say("all")}</option>
            {Object.entries(KEY_WORDS).map(([state, word]) => (
              <option key={state} value={state}>
                {say(word)} ({count(keys.filter((known) => known["state"] === state).length)})
              </option>
            ))}
          </select>
        </label>
      </p>
      <Table label={say("keyVariables")} head={[say("variable"), say("state"), say("sources"), say("keyFrom")]}>
        {shown.map((known) => (
          <tr key={text(known["name"])} class={known["state"] === "refused" ? "bad" : ""}>
            <th scope="row">
              <code>{text(known["name"])}</code>
            </th>
            <td class="state">
              {wordOf(KEY_WORDS, known["state"])} {text(known["error"])}
            </td>
            <td>
              {texts(known["sources"]).map((source) => (
                <span key={source}>
                  <Link to={addressOf(`ui/sources/${source}`)}>{source}</Link>{" "}
                </span>
              ))}
            </td>
            <td>{text(known["from"]) ? <WebLink to={known["from"]}>{text(known["from"])}</WebLink> : "—"}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}

function Settings({ settings }: { readonly settings: readonly Fields[] }): JSX.Element {
  const changed = useSignal(false);
  const shown = settings.filter((setting) => !changed.value || setting["is_default"] !== true);
  return (
    <>
      <p>
        <label>
          <input
            type="checkbox"
            checked={changed.value}
            onChange={({ currentTarget }) => {
              changed.value = currentTarget.checked;
            }}
          />{" "}
          {say("onlyChanged")}
        </label>
      </p>
      <Table label={say("configuration")} head={[say("variable"), say("value"), say("about")]}>
        {shown.map((setting) => (
          <tr key={text(setting["name"])}>
            <th scope="row">
              <code>{text(setting["name"])}</code>
            </th>
            <td>
              {text(setting["value"])} {setting["is_default"] === true && <span class="faint">{say("byDefault")}</span>}
            </td>
            <td class="faint said">{text(setting["about"])}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}

interface TableProps {
  readonly label: string;
  readonly head: readonly string[];
  readonly children: readonly JSX.Element[];
}

export const Table = ({ label, head, children }: TableProps): JSX.Element => (
  <section class="scroll" aria-label={label} tabIndex={0}>
    <table>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
);
