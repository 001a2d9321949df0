import { absolute, type El } from "../kit/dom.ts";

/** The address between `/RU=` and `/RK=` or `/RS=`; undefined for advertisements. */
export function target(address: string | undefined): string | undefined {
  const wrapped = /\/RU=([^/]+)\/R[KS]=/.exec(address ?? "")?.[1];
  const url = absolute(wrapped ? decoded(wrapped) : address, "https://search.yahoo.com/");
  return url && /^https?:\/\/(www\.)?bing\.com\/(aclick|aclk)/.test(url) ? undefined : url;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Today's layout writes the site's name and the address as one text, the older one the address alone. */
export function shown(row: El): { displayUrl?: string | undefined; siteName?: string | undefined } {
  const text = row.text(".compTitle div > span");
  const at = text?.search(/https?:\/\//) ?? -1;
  return at > 0 ? { siteName: text?.slice(0, at), displayUrl: text?.slice(at) } : { displayUrl: text };
}
