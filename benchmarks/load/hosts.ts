export const ENGINES = 15;

/** Where an engine is. */
export const engineHost = (engine: number): string => `127.0.0.${engine + 2}`;

/** Where a site is. */
export const siteHost = (site: number): string => `127.0.${1 + (Math.floor(site / 250) % 200)}.${1 + (site % 250)}`;
