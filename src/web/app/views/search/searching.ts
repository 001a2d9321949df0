import { events } from "../../kit/api.ts";
import { parsers } from "../../kit/parsers.ts";
import type { Found } from "./found.ts";
import type { Kind } from "./kinds.ts";

/** The best are told once more at the end, in their settled order and with their scores explained: so many, of what may be thousands. */
const SETTLED = "200";

/** Asks the engines of a kind, and feeds what they answer to `found` as it comes; `changed` is called with each event. */
export async function searching(
  found: Found,
  q: string,
  kind: Kind,
  query: URLSearchParams,
  signal: AbortSignal,
  changed: () => void,
): Promise<void> {
  let first = true;
  const shown = (): void => {
    changed();
    if (!first || found.byId.size === 0) return;
    first = false;
    performance.mark("first-answer");
    requestAnimationFrame(() => setTimeout(() => performance.measure("first-result", "first-answer")));
  };
  if (kind.category === undefined) {
    const words = new URLSearchParams({ q, pagecount: "1", explain: "true", max_results: SETTLED });
    for (const name of ["engines", "time_range", "language"]) {
      const value = query.get(name);
      if (value) words.set(name, value);
    }
    for await (const { event, data } of events(`/search?${words}`, { signal })) {
      found.take(event, data);
      shown();
    }
    return;
  }
  const chosen = query.get("engines")?.split(",");
  const asked = (await parsers()).filter(
    ({ category, id, keyRequired }) =>
      category === kind.category && !kind.not?.includes(id) && (chosen ? chosen.includes(id) : !keyRequired),
  );
  const ids = asked.map(({ category, id }) => `${category}/${id}`);
  found.expect(ids);
  changed();
  const body = ids.map((parser) => ({ parser, query: q }));
  for await (const { event, data } of events("/batch", { body, signal })) {
    if (event === "section" && typeof data["value"] === "object") found.takeBatch({ ...data["value"] });
    if (event === "done") found.ms = Number(data["time_ms"]);
    shown();
  }
}
