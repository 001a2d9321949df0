import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { json } from "../../kit/api.ts";
import { Failure } from "../../kit/failure.tsx";
import { count } from "../../kit/said.ts";
import { type Fields, fields, list, number, text } from "../../kit/shape.ts";
import { useRun } from "../../kit/use-run.ts";
import { say } from "../../kit/words.ts";

const WHY_WORDS = {
  hidden: "leftHidden",
  title: "leftTitle",
  beside: "leftBeside",
  repeated: "leftRepeated",
  unlikely: "leftUnlikely",
} as const;

/** What of a page is not in its text, and why; with the text around it where that is wanted. */
export function LeftOut({ url, render }: { readonly url: string; readonly render: string | undefined }): JSX.Element {
  const blocks = useSignal<readonly Fields[] | undefined>(undefined);
  const whole = useSignal(true);
  const run = useRun(`left out ${render} ${url}`, async (signal) => {
    const asked = { q: url, include_blocks: "true", include_raw_content: "false", ...(render && { render }) };
    const answer = await json(`/extract?${new URLSearchParams(asked)}`, { signal });
    blocks.value = list(fields(list(answer["results"])[0])["blocks"]).map(fields);
  });
  if (run.failure.value !== undefined) return <Failure error={run.failure.value} again={run.again} />;
  if (!blocks.value) return <p class="faint">{say("loading")}</p>;
  const all = blocks.value;
  if (all.length === 0) return <p class="empty">{say("leftOutUnknown")}</p>;
  const left = all.filter(({ kept }) => kept !== true);
  return (
    <>
      <p class="summary row">
        {say("leftOut", { n: all.length - left.length, all: all.length })}
        <label>
          <input type="checkbox" checked={whole.value} onChange={() => (whole.value = !whole.value)} />{" "}
          {say("leftOutAll")}
        </label>
      </p>
      {left.length === 0 && <p>{say("leftOutNone")}</p>}
      <ol class="blocks" aria-label={say("tabLeftOut")}>
        {(whole.value ? all : left).map((block, index) =>
          block["kept"] === true ? (
            <li key={index} dir="auto">
              {text(block["text"])}
            </li>
          ) : (
            <li key={index} class="left">
              <del dir="auto">{text(block["text"])}</del> <span>{whyOf(block)}</span>
            </li>
          ),
        )}
      </ol>
    </>
  );
}

function whyOf(block: Fields): string {
  const word = Object.entries(WHY_WORDS).find(([why]) => why === block["why"])?.[1];
  const [place, chance] = [text(block["place"]), number(block["chance"])];
  return [
    word && say(word),
    place && say("leftIn", { place }),
    word === "leftUnlikely" && chance !== undefined && say("likely", { percent: count(Math.round(chance * 100)) }),
  ]
    .filter(Boolean)
    .join(" · ");
}
