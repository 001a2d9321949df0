import { defer, type Observable } from "rxjs";
import type { z } from "zod";
import { validateItems } from "./kit/responses/validate-items.ts";
import type { Draft, Item, QuerySpec, Reader, Source, SourceDefinition, TypedSource } from "./source.ts";

interface SourceSpec<Id extends string, Input, Schema extends z.ZodObject>
  extends Pick<
    SourceDefinition,
    "title" | "docs" | "terms" | "evidence" | "key" | "polite" | "backedBy" | "weight" | "remembers"
  > {
  readonly id: Id;
  readonly query: QuerySpec<Input>;
  /** The category's common item, extended by what this source knows besides. */
  readonly item: Schema;
  /** Its texts are about markup (pages, code): tags and entities in them are what they say, and stay. */
  readonly verbatim?: true;
  readonly read: Reader<NoInfer<Input>, Draft<Omit<z.input<NoInfer<Schema>>, "source">>>;
}

/**
 * A source, whole: the REST route, batch name, MCP tool, OpenAPI operation, docs row, contract test and `doctor` probe
 * are derived from this one object.
 */
export function defineSource<const Id extends string, Input, Schema extends z.ZodObject>(
  spec: SourceSpec<Id, Input, Schema>,
): TypedSource<Id, z.output<Schema>> {
  const { read, query, item, verbatim, ...rest } = spec;
  return {
    ...rest,
    item,
    query,
    open: (q, options, context): Observable<Item> =>
      defer(() => read(query.parse(q, options), context)).pipe(validateItems(item, spec.id, context, { verbatim })),
  };
}

/** A category of sources. */
export interface Category<Kind = Source> {
  readonly id: string;
  readonly title: string;
  readonly sources: readonly Kind[];
}

/** A category: its sources in order, and how long their answers count as fresh. */
export function defineCategory(
  id: string,
  title: string,
  ttlMs: number,
  sources: readonly SourceDefinition[],
): Category {
  return { id, title, sources: sources.map((source) => ({ ...source, category: id, ttlMs })) };
}
