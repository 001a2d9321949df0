import { defineCategory } from "../define.ts";
import { airQuality } from "./air_quality.ts";
import { eonet } from "./eonet.ts";
import { gbif } from "./gbif.ts";
import { gdacs } from "./gdacs.ts";
import { inaturalist } from "./inaturalist.ts";
import { noaaTides } from "./noaa_tides.ts";
import { usgsEarthquakes } from "./usgs_earthquakes.ts";

const MINUTE = 60_000;

export const earth = defineCategory("earth", "Earth and nature", 10 * MINUTE, [
  usgsEarthquakes,
  eonet,
  gdacs,
  gbif,
  inaturalist,
  airQuality,
  noaaTides,
]);
