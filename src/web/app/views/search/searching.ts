import { events } from "../../kit/api.ts";
import { parsers } from "../../kit/parsers.ts";
import type { Found } from "./found.ts";
import type { Kind } from "./kinds.ts";

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
    const words = new URLSearchParams({ q, pagecount: "1", explain: "true" });
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
