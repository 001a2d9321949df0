import { type Signal, useSignal } from "@preact/signals";
import type { ComponentType, JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Fields } from "./shape.ts";
import { say } from "./words.ts";

type Later = Signal<ComponentType<{ items: readonly Fields[] }> | undefined>;

/** Rows on a map, whose code is loaded with the first of them. */
export function RowMap({ items }: { readonly items: readonly Fields[] }): JSX.Element {
  const loaded: Later = useSignal(undefined);
  useEffect(() => {
    import("./map.tsx").then(
      ({ PointMap }) => {
        loaded.value = PointMap;
      },
      // The table has all that a map would show.
      () => undefined,
    );
  }, []);
  const Loaded = loaded.value;
  return Loaded ? <Loaded items={items} /> : <p class="faint">{say("loading")}</p>;
}
