import { z } from "zod";
import { BaseItem, HttpUrl, IsoDate } from "../kit/values/fields.ts";

/** A game, or what belongs to one: a card, a run, a tournament, a team, a player. */
export const GameItem = BaseItem.extend({
  title: z.string(),
  id: z.union([z.int(), z.string()]),
  type: z.string().optional().describe("the upstream's word for its kind: game, dlc, boardgame, broadcast, run …"),
  year: z.int().optional().describe("year of publication"),
  releaseDate: IsoDate.optional(),
  image: HttpUrl.optional(),
});
