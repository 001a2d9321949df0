import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { key } from "../../kit/api.ts";
import { CopyButton } from "../../kit/copy.tsx";
import { Failure } from "../../kit/failure.tsx";
import { parsers } from "../../kit/parsers.ts";
import { change, place } from "../../kit/place.ts";
import { count } from "../../kit/said.ts";
import { Tabs } from "../../kit/tabs.tsx";
import { say } from "../../kit/words.ts";
import { own } from "../connect/connect.tsx";
import { CONFIGS } from "./configs.ts";
import { type Tool, toolsOf } from "./protocol.ts";
import { ToolForm } from "./tool-form.tsx";

const SETS = ["core", "web", "chatgpt", "all"];

/** The tools as an agent sees them, what their list costs it, and how a client is given them. */
export function Mcp(): JSX.Element {
  const set = place.value.query.get("toolsets") ?? "core";
  const categories = useSignal<readonly string[]>([]);
  const tools = useSignal<readonly Tool[] | undefined>(undefined);
  const failed = useSignal<unknown>(undefined);
  const load = (): void => {
    tools.value = undefined;
    failed.value = undefined;
    toolsOf(set).then(
      (found) => {
        tools.value = found;
      },
      (error: unknown) => {
        failed.value = error;
      },
    );
  };
  useEffect(load, [set, key.value]);
  useEffect(() => {
    parsers().then(
      (all) => {
        categories.value = [...new Set(all.map(({ category }) => category))].toSorted();
      },
      // The sets that are always there can be chosen without the list.
      () => undefined,
    );
  }, [key.value]);
  const chosen = place.value.query.get("tool");
  const total = (tools.value ?? []).reduce((sum, { tokens }) => sum + tokens, 0);
  return (
    <>
      <h1>{say("mcp")}</h1>
      <Configs set={set} />
      <h2>{say("tools")}</h2>
      <p>
        <label>
          {say("toolset")}{" "}
          <select
            value={set}
            onChange={({ currentTarget }) => change({ toolsets: currentTarget.value, tool: undefined })}
          >
            {[...new Set([...SETS, ...categories.value, set])].map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>{" "}
        {tools.value && (
          <span class="faint">
            {say("toolsIn", { n: tools.value.length })} · {say("tokens", { n: total })}
          </span>
        )}
      </p>
      {failed.value !== undefined && <Failure error={failed.value} again={load} />}
      {!tools.value && failed.value === undefined && <p class="faint">{say("loading")}</p>}
      <ul class="tools" aria-label={say("tools")}>
        {tools.value?.map((tool) => (
          <li key={tool.name} data-row>
            <details
              open={tool.name === chosen}
              onToggle={({ currentTarget }) => {
                if (currentTarget.open) change({ tool: tool.name }, { replace: true });
                else if (chosen === tool.name) change({ tool: undefined }, { replace: true });
              }}
            >
              <summary>
                <code>{tool.name}</code> <span class="faint">{count(tool.tokens)} tok</span>
              </summary>
              <p>{tool.description}</p>
              {tool.name === chosen && <ToolForm tool={tool} />}
            </details>
          </li>
        ))}
      </ul>
    </>
  );
}

function Configs({ set }: { readonly set: string }): JSX.Element {
  const current = place.value.query.get("client") ?? "claude-code";
  const config = CONFIGS.find(({ id }) => id === current) ?? CONFIGS[0];
  const url = `${own()}/mcp${set === "all" ? "" : `?toolsets=${encodeURIComponent(set)}`}`;
  const code = config?.code(url, key.value ? "YOUR_KEY" : undefined) ?? "";
  return (
    <Tabs
      label={say("client")}
      tabs={CONFIGS}
      current={config?.id ?? ""}
      onChoose={(id) => change({ client: id }, { replace: true })}
    >
      <p class="faint">{config?.where}</p>
      <pre tabIndex={0}>{code}</pre>
      <CopyButton text={() => code} />
    </Tabs>
  );
}
