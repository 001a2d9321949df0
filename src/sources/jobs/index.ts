import { defineCategory } from "../define.ts";
import { adzuna } from "./adzuna.ts";
import { arbeitnow } from "./arbeitnow.ts";
import { himalayas } from "./himalayas.ts";
import { remoteok } from "./remoteok.ts";
import { remotive } from "./remotive.ts";
import { themuse } from "./themuse.ts";

const MINUTE = 60_000;

export const jobs = defineCategory("jobs", "Jobs", 60 * MINUTE, [
  remoteok,
  remotive,
  arbeitnow,
  himalayas,
  themuse,
  adzuna,
]);
