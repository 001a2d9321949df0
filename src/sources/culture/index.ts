import { defineCategory } from "../define.ts";
import { artic } from "./artic.ts";
import { clevelandMuseum } from "./cleveland_museum.ts";
import { europeana } from "./europeana.ts";
import { metMuseum } from "./met_museum.ts";
import { openagenda } from "./openagenda.ts";
import { parisEvents } from "./paris_events.ts";
import { rijksmuseum } from "./rijksmuseum.ts";
import { vam } from "./vam.ts";

const MINUTE = 60_000;

export const culture = defineCategory("culture", "Culture", 360 * MINUTE, [
  metMuseum,
  artic,
  rijksmuseum,
  vam,
  europeana,
  clevelandMuseum,
  parisEvents,
  openagenda,
]);
