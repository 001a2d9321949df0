import { defineCategory } from "../define.ts";
import { devto } from "./devto.ts";
import { hackernews } from "./hackernews.ts";
import { infoq } from "./infoq.ts";
import { lobsters } from "./lobsters.ts";
import { producthunt } from "./producthunt.ts";
import { slashdot } from "./slashdot.ts";

const MINUTE = 60_000;

export const tech = defineCategory("tech", "Technology news", 10 * MINUTE, [
  hackernews,
  lobsters,
  devto,
  slashdot,
  producthunt,
  infoq,
]);
