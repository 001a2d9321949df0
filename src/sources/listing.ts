import { of } from "rxjs";
import { z } from "zod";
import type { Category } from "./define.ts";
import type { ListedSource, Source } from "./source.ts";

/** A category whose code is there, as the catalogue lists it. */
export const listed = ({ id, title, sources }: Category): Category<ListedSource> => ({
  id,
  title,
  sources: sources.map(listedSource),
});

function listedSource(source: Source): ListedSource {
  const { describe, example, options } = source.query;
  // What a parser was written against is for the page of sources, which is made out of the registry.
  const { evidence: _, ...facts } = source;
  return {
    ...facts,
    query: { describe, example, options: z.toJSONSchema(options, { io: "input", unrepresentable: "any" }) },
    item: z.toJSONSchema(source.item, { io: "output", unrepresentable: "any" }),
    code: of(source),
    loaded: () => source,
  };
}
