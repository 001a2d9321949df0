import { defineCategory } from "../define.ts";
import { bdpm } from "./bdpm/index.ts";
import { clinicaltrials } from "./clinicaltrials.ts";
import { dailymed } from "./dailymed.ts";
import { ema } from "./ema/index.ts";
import { medlineplus } from "./medlineplus.ts";
import { openfdaEvents } from "./openfda_events.ts";
import { openfdaLabels } from "./openfda_labels.ts";
import { openfdaRecalls } from "./openfda_recalls.ts";
import { rxnorm } from "./rxnorm/index.ts";

const MINUTE = 60_000;

export const health = defineCategory("health", "Health", 1440 * MINUTE, [
  openfdaLabels,
  openfdaEvents,
  openfdaRecalls,
  rxnorm,
  dailymed,
  clinicaltrials,
  bdpm,
  medlineplus,
  ema,
]);
