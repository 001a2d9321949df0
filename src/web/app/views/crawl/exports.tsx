import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { keep } from "../../kit/copy.tsx";
import { Failure } from "../../kit/failure.tsx";
import { begin, ended } from "../../kit/running.ts";
import { say } from "../../kit/words.ts";
import { fileOf, type Kept } from "./kept.ts";

const KINDS: readonly (readonly [Kept, string])[] = [
  ["ndjson", "NDJSON"],
  ["csv", "CSV"],
  ["zip", "ZIP"],
];

/** The pages of a job as a file; they are read anew, for the table holds no texts. */
export function Exports({ id, pages }: { readonly id: string; readonly pages: number }): JSX.Element {
  const read = useSignal<number | undefined>(undefined);
  const failed = useSignal<unknown>(undefined);
  const save = async (kind: Kept): Promise<void> => {
    const mine = begin();
    failed.value = undefined;
    read.value = 0;
    try {
      keep(`${id}.${kind}`, await fileOf(id, kind, mine.signal, (n) => (read.value = n)));
    } catch (error) {
      if (!mine.signal.aborted) failed.value = error;
    } finally {
      ended(mine);
      read.value = undefined;
    }
  };
  return (
    <>
      {KINDS.map(([kind, label]) => (
        <button
          key={kind}
          type="button"
          aria-label={say("saveAs", { kind: label })}
          disabled={pages === 0 || read.value !== undefined}
          onClick={() => save(kind)}
        >
          {label}
        </button>
      ))}
      {read.value !== undefined && <span class="faint">{say("saving", { n: read.value, all: pages })}</span>}
      {failed.value !== undefined && <Failure error={failed.value} />}
    </>
  );
}
