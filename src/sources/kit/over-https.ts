import { webUrl } from "./links.ts";

/** An address over https, for hosts that still write http but answer both; blanks are escaped. Undefined unless http(s). */
export const overHttps = (address: string | null | undefined): string | undefined =>
  webUrl(address)?.replace(/^http:/, "https:");
