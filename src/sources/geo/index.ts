import { defineCategory } from "../define.ts";
import { geonames } from "./geonames.ts";
import { nominatim } from "./nominatim.ts";
import { openMeteoElevation } from "./open_meteo_elevation.ts";
import { osrm } from "./osrm.ts";
import { overpass } from "./overpass/index.ts";
import { photon } from "./photon.ts";
import { wikimediaGeosearch } from "./wikimedia_geosearch.ts";

const DAY = 86_400_000;

export const geo = defineCategory("geo", "Places", DAY, [
  nominatim,
  photon,
  overpass,
  osrm,
  openMeteoElevation,
  geonames,
  wikimediaGeosearch,
]);
