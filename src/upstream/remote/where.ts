import type { Config } from "../../config.ts";
import { findChromium } from "../find-chromium.ts";
import type { BrowserState } from "../stats.ts";

/** Whether there is a browser to ask: one is named, or one is installed. */
export const hasBrowser = (config: Pick<Config, "BROWSER_URL" | "CHROMIUM_PATH">): boolean =>
  config.BROWSER_URL.length > 0 || findChromium(config) !== undefined;

/** Where the browser is, and what holds its requests to the guard. */
export const kindOf = ({
  BROWSER_URL,
  BROWSER_PROXY,
}: Pick<Config, "BROWSER_URL" | "BROWSER_PROXY">): Pick<BrowserState, "kind" | "guard"> => ({
  kind: BROWSER_URL.length === 0 ? "local" : "remote",
  guard: BROWSER_URL.length === 0 || BROWSER_PROXY !== undefined ? "proxy" : "requests",
});
