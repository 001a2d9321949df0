import { defineCategory } from "../define.ts";
import { citybikes } from "./citybikes.ts";
import { entur } from "./entur/index.ts";
import { irail } from "./irail.ts";
import { opensky } from "./opensky.ts";
import { opentripmap } from "./opentripmap/index.ts";
import { sncf } from "./sncf/index.ts";
import { tfl } from "./tfl/index.ts";
import { transitous } from "./transitous.ts";
import { transportOpendataCh } from "./transport_opendata_ch.ts";

const MINUTE = 60_000;

export const travel = defineCategory("travel", "Travel", 2 * MINUTE, [
  sncf,
  transitous,
  irail,
  transportOpendataCh,
  entur,
  tfl,
  citybikes,
  opensky,
  opentripmap,
]);
