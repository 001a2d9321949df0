import { concat, concatMap, defer, type MonoTypeOperatorFunction, of } from "rxjs";
import type { Part } from "./parts.ts";

const UNDERSTOOD = "understood";

/**
 * Holds an analysis' sections back until it is said what `q` was taken for; what says nothing of that until the end, was
 * taken as it is written.
 *
 *     parts: --a--u--b--|
 *     out:   -----(ua)b-|
 */
export function interpretationFirst(): MonoTypeOperatorFunction<Part> {
  return (parts$) =>
    defer(() => {
      const held: Part[] = [];
      let understood = false;
      const released = (part: Part): readonly Part[] => {
        if (understood) return [part];
        if (part.kind === "section" && part.name !== UNDERSTOOD) {
          held.push(part);
          return [];
        }
        if (part.kind !== "section") return [part];
        understood = true;
        return [part, ...held.splice(0)];
      };
      const end$ = defer(() =>
        understood ? [] : concat(of<Part>({ kind: "section", name: UNDERSTOOD, value: {} }), held.splice(0)),
      );
      return concat(parts$.pipe(concatMap(released)), end$);
    });
}
