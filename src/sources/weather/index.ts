import { defineCategory } from "../define.ts";
import { brightsky } from "./brightsky.ts";
import { metNo } from "./met_no.ts";
import { metar } from "./metar.ts";
import { nws } from "./nws.ts";
import { openMeteo } from "./open_meteo.ts";
import { wttr } from "./wttr/index.ts";

const MINUTE = 60_000;

export const weather = defineCategory("weather", "Weather", 10 * MINUTE, [
  openMeteo,
  metNo,
  nws,
  wttr,
  brightsky,
  metar,
]);
