import { map, type Observable } from "rxjs";
import type { TypedContent, Typing } from "./typing.ts";

interface Page {
  readonly raw_content?: string;
  readonly warnings?: readonly string[];
}

/** The fields that typed data has on a page. */
export type TypedFields = Partial<Omit<TypedContent, "warnings">>;

/** A page with the data that is wanted of it. Fails as the typing fails. */
export const withData = <P extends Page>(page: P, typing: Typing): Observable<P & TypedFields> =>
  typing(page.raw_content ?? "").pipe(
    map(({ warnings: more, ...typed }) => {
      const warnings = [...(page.warnings ?? []), ...more];
      return { ...page, ...typed, ...(warnings.length > 0 && { warnings }) };
    }),
  );
