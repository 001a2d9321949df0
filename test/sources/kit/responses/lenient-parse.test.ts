import { describe, expect, it } from "vitest";
import { z } from "zod";
import { lenientParse } from "../../../../src/sources/kit/responses/lenient-parse.ts";

const Row = z.object({
  name: z.string(),
  year: z.int().nullish(),
  authors: z.array(z.object({ name: z.string() })).nullish(),
});
const Body = z.object({ total: z.int(), rows: z.array(Row) });

const good = (name: string) => ({ name, year: 2020 });

/** What is left of rows, and how many were left out; the failure where they have a new shape. */
function read(rows: readonly unknown[], total: unknown = 3) {
  const outcome = lenientParse(Body, structuredClone({ total, rows }));
  if (outcome instanceof z.ZodError) return `changed at ${outcome.issues[0]?.path.join(".")}`;
  return { rows: outcome.body.rows, dropped: outcome.dropped, lessened: outcome.lessened, why: outcome.why };
}

describe("fitting", () => {
  it("takes a body that fits as it is", () => {
    expect(read([good("a")])).toEqual({ rows: [good("a")], dropped: 0, lessened: 0, why: "" });
  });

  it("leaves an optional value out of an odd row", () => {
    expect(read([good("a"), { name: "b", year: "2021" }, good("c")])).toEqual({
      rows: [good("a"), { name: "b" }, good("c")],
      dropped: 0,
      lessened: 1,
      why: "rows.1.year: Invalid input: expected number, received string",
    });
  });

  it("leaves a row out that lacks what it must have, whole, and tells it from the one that is only lessened", () => {
    const odd = [{ name: "b", year: "2021" }, { year: 1 }, { name: "d", authors: [{ name: "x" }, {}] }, null];
    expect(read([good("a"), good("c"), good("e"), good("f"), ...odd])).toMatchObject({
      rows: [good("a"), good("c"), good("e"), good("f"), { name: "b" }, { name: "d", authors: [{ name: "x" }] }],
      dropped: 3,
      lessened: 1,
    });
  });

  it.each([
    ["most rows are odd", [good("a"), { name: 1 }, { name: 2 }], 3, "changed at rows.1.name"],
    ["the only row is odd", [{ name: 1 }], 3, "changed at rows.0.name"],
    ["something beside the rows does not fit", [good("a"), good("b"), { name: 1 }], "3", "changed at total"],
  ])("is a new shape where %s", (_when, rows, total, outcome) => expect(read(rows, total)).toBe(outcome));

  it("leaves an odd row out of the innermost list, not the row of the outer list that holds it", () => {
    const days = z.array(z.object({ day: z.string(), games: z.array(z.object({ name: z.string() })) }));
    const game = (name: unknown) => ({ name });
    const body = [
      { day: "mon", games: [game("a"), game(7), game("c")] },
      { day: "tue", games: [game("d"), game("e")] },
    ];
    expect(lenientParse(days, body)).toMatchObject({
      body: [
        { day: "mon", games: [{ name: "a" }, { name: "c" }] },
        { day: "tue", games: [{ name: "d" }, { name: "e" }] },
      ],
      dropped: 1,
    });
  });

  it("leaves the outer row out where most rows of its own list are odd", () => {
    const days = z.array(z.object({ day: z.string(), games: z.array(z.object({ name: z.string() })) }));
    const day = (name: string, ...games: readonly unknown[]) => ({
      day: name,
      games: games.map((game) => ({ name: game })),
    });
    const outcome = lenientParse(days, [day("mon", 1, 2), day("tue", "d", "e"), day("wed", "f", "g")]);
    expect(outcome).toMatchObject({ body: [{ day: "tue" }, { day: "wed" }], dropped: 1 });
  });

  it("looks into a list of one for the rows", () => {
    const outcome = lenientParse(z.array(Body), [{ total: 2, rows: [good("a"), { year: 1 }] }]);
    expect(outcome).toMatchObject({ body: [{ rows: [good("a")] }], dropped: 1 });
  });

  it("takes nothing out of lists of mere values, which may belong to one another by place", () => {
    const Series = z.object({ times: z.array(z.string()), values: z.array(z.number()) });
    expect(lenientParse(Series, { times: ["a", "b", "c"], values: [1, null, 3] })).toBeInstanceOf(z.ZodError);
  });
});
