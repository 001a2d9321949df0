import { absolute } from "../html/dom.ts";

/** `www.host.fr` or `host.fr/path`, as people write addresses. */
const BARE_HOST = /^(?:www\.[\p{L}\d-]{1,63}|[\p{L}\d-]{1,63})(?:\.[\p{L}\d-]{1,63}){0,6}\.\p{L}{2,24}(?:[/?#]\S*)?$/u;

/**
 * An address as somebody typed it into a form: the http(s) URL, or undefined for "N/A", "example" and the like. One without
 * a scheme (`//host/path`, `www.host.fr`) is taken as https.
 */
export function webUrl(written: string | null | undefined): string | undefined {
  const text = written?.trim().replace(/^\/\/(?=[^/])/, "https://");
  return absolute(text && BARE_HOST.test(text) ? `https://${text}` : text, "about:blank");
}

const FORGES: Readonly<Record<string, string>> = {
  github: "https://github.com/",
  gitlab: "https://gitlab.com/",
  bitbucket: "https://bitbucket.org/",
  gist: "https://gist.github.com/",
};

/**
 * A repository's address as a browser opens it, out of the forms in which package managers write it:
 * `git+https://…`, `git://…`, `ssh://git@…`, `git@host:owner/name.git`, `scm:git:…`, `github:owner/name`. User names,
 * `.git`, fragments, queries and the ports of git and ssh are taken off; undefined for what is no address.
 */
export function repositoryUrl(written: string | null | undefined): string | undefined {
  const text = written?.trim().replace(/^scm:[a-z]{2,5}:/i, "") ?? "";
  const [, forge, path] = /^(github|gitlab|bitbucket|gist):([\w./-]{1,300})$/i.exec(text) ?? [];
  if (forge && path) return `${FORGES[forge.toLowerCase()]}${path.replace(/\.git$/, "")}`;
  const scp = /^(?:[\w.-]{1,64}@)?([\w.-]{1,253}):(?!\/)([\w./~-]{1,500})$/.exec(text);
  const address = scp ? `ssh://${scp[1]}/${scp[2]}` : text.replace(/^git\+(?=https?:)/i, "");
  const ported = /^https?:/i.test(address);
  const url = URL.parse(address.replace(/^(?:git\+ssh|git|ssh):\/\//i, "https://"));
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname.includes(".")) return undefined;
  const place = url.pathname.replace(/\/{1,20}$/, "").replace(/\.git$/, "");
  return `${url.protocol}//${ported ? url.host : url.hostname}${place}`;
}

/** An address over https, for hosts that still write http but answer both; blanks are escaped. Undefined unless http(s). */
export const overHttps = (address: string | null | undefined): string | undefined =>
  webUrl(address)?.replace(/^http:/, "https:");
