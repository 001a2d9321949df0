import type { structured_data } from "../../../sources/page/structured_data/index.ts";
import type { Draft, ItemOf } from "../../../sources/source.ts";
import type { Answer } from "./answer.ts";
import { lackOf } from "./required.ts";

export type Entity = ItemOf<typeof structured_data>;

/** The structured data of a page; what could not be read at all is a syntax error and no entity. */
export function jsonLdOf(found: readonly Entity[]): Draft<Answer["json_ld"]> {
  const entities = found.flatMap(({ type = "Thing", format, name, data, errors }) => {
    if (!data) return [];
    const { required, recommended } = lackOf(type, data);
    return [
      {
        type,
        format,
        name,
        valid: required.length === 0 && errors.length === 0,
        missing_required: [...required],
        missing_recommended: [...recommended],
        problems: errors,
      },
    ];
  });
  const syntax_errors = found.flatMap(({ data, errors }) => (data ? [] : errors));
  return {
    present: entities.length > 0,
    valid: entities.length > 0 && syntax_errors.length === 0 && entities.every(({ valid }) => valid),
    entities,
    syntax_errors,
  };
}
