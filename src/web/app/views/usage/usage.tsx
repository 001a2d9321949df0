import type { JSX } from "preact";
import { Failure } from "../../kit/failure.tsx";
import { change, place } from "../../kit/place.ts";
import { bytes, count, day, duration } from "../../kit/said.ts";
import { type Fields, fields, list, number, text } from "../../kit/shape.ts";
import { useAnswer } from "../../kit/use-answer.ts";
import { say } from "../../kit/words.ts";
import { Table } from "../setup/setup.tsx";

const REFRESH_MS = 30_000;
const SPANS = ["7", "30", "90"];
const ALL = "all";

/** What keys have used, by day, and what is left of the quotas of the key that is used here. */
export function Usage(): JSX.Element {
  const days = SPANS.find((known) => known === place.value.query.get("days")) ?? "7";
  const { answer, failure, again } = useAnswer(`/usage?days=${days}`, REFRESH_MS);
  const items = list(answer.value?.["items"]).map(fields);
  const limits = list(answer.value?.["limits"]).map(fields);
  const totals = items.filter((item) => text(item["class"]) === ALL);
  return (
    <>
      <h1>{say("usage")}</h1>
      <p>
        <label>
          {say("range")}{" "}
          <select value={days} onChange={({ currentTarget }) => change({ days: currentTarget.value })}>
            {SPANS.map((span) => (
              <option key={span} value={span}>
                {say("lastDays", { n: Number(span) })}
              </option>
            ))}
          </select>
        </label>
      </p>
      {failure.value !== undefined && <Failure error={failure.value} again={again} />}
      {answer.value && totals.length === 0 && <p class="empty">{say("usageEmpty")}</p>}
      {limits.length > 0 && <Limits limits={limits} />}
      {totals.length > 0 && <Days totals={totals} items={items} />}
    </>
  );
}

function Limits({ limits }: { readonly limits: readonly Fields[] }): JSX.Element {
  return (
    <>
      <h2>{say("quotas")}</h2>
      <Table label={say("quotas")} head={[say("quota"), say("left"), say("resetsIn")]}>
        {limits.map((limit) => (
          <tr key={text(limit["name"])}>
            <th scope="row">{text(limit["name"])}</th>
            <td class="number">
              <meter
                min={0}
                max={number(limit["limit"]) ?? 1}
                value={number(limit["remaining"]) ?? 0}
                aria-hidden="true"
              />{" "}
              {count(number(limit["remaining"]) ?? 0)} / {count(number(limit["limit"]) ?? 0)}
            </td>
            <td class="number">{duration((number(limit["reset_s"]) ?? 0) * 1000)}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}

function Days({
  totals,
  items,
}: {
  readonly totals: readonly Fields[];
  readonly items: readonly Fields[];
}): JSX.Element {
  const classes = (total: Fields): string =>
    items
      .filter((item) => item["day"] === total["day"] && item["id"] === total["id"] && text(item["class"]) !== ALL)
      .map((item) => `${text(item["class"])} ${count(number(item["requests"]) ?? 0)}`)
      .join(" · ");
  return (
    <Table
      label={say("usage")}
      head={[
        say("dayHead"),
        say("keyTitle"),
        say("chartRequests"),
        say("refusedHead"),
        say("pages"),
        say("sent"),
        say("fromCache"),
        say("byClass"),
      ]}
    >
      {totals.map((total) => (
        <tr key={`${text(total["day"])} ${text(total["id"])}`}>
          <th scope="row">{day(text(total["day"]))}</th>
          <td>{text(total["key"])}</td>
          <td class="number">{count(number(total["requests"]) ?? 0)}</td>
          <td class="number">{count(number(total["refused"]) ?? 0)}</td>
          <td class="number">{count(number(total["pages"]) ?? 0)}</td>
          <td class="number">{bytes(number(total["bytes"]) ?? 0)}</td>
          <td class="number">{count(number(total["cached"]) ?? 0)}</td>
          <td class="faint">{classes(total)}</td>
        </tr>
      ))}
    </Table>
  );
}
