import type { JSX } from "preact";
import { say } from "../../kit/words.ts";
import type { Report } from "./report.ts";

/** What a research does as it does it: engines asked, pages found, read and refused, and the answer being written. */
export function Phases({ report, busy }: { readonly report: Report; readonly busy: boolean }): JSX.Element {
  const { lanes, results, read, refused, text, done } = report;
  const settled = lanes.filter(({ state }) => state !== "started").length;
  const steps = [
    { word: say("phaseAsked", { n: settled, all: lanes.length }), over: settled === lanes.length && settled > 0 },
    { word: say("phaseFound", { n: results.length }), over: text !== "" || read > 0 || done },
    { word: say("phaseRead", { n: read, refused: refused.length }), over: text !== "" || done },
    { word: say(done ? "phaseWritten" : "phaseWriting"), over: done },
  ];
  const reached = steps.filter(({ over }) => over).length;
  return (
    <>
      <div class="progress-place">
        {busy && (
          <progress aria-label={say("research")} max={steps.length} value={reached}>
            {reached}
          </progress>
        )}
      </div>
      <ol class="phases" aria-label={say("phases")}>
        {steps.map(({ word, over }, index) => (
          <li key={index} class={over ? "over" : index === reached && busy ? "now" : ""}>
            {word}
          </li>
        ))}
      </ol>
      {refused.length > 0 && (
        <details class="faint">
          <summary>{say("phaseRefused", { n: refused.length })}</summary>
          <ul>
            {refused.map(({ url, error }) => (
              <li key={url}>
                {url}: {error}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
