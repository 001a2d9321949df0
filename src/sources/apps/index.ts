import { defineCategory } from "../define.ts";
import { appStore } from "./app_store.ts";
import { fdroid } from "./fdroid.ts";
import { flathub } from "./flathub.ts";
import { googlePlay } from "./google_play/index.ts";
import { mozillaAddons } from "./mozilla_addons.ts";

const MINUTE = 60_000;

export const apps = defineCategory("apps", "App stores", 360 * MINUTE, [
  appStore,
  googlePlay,
  fdroid,
  flathub,
  mozillaAddons,
]);
