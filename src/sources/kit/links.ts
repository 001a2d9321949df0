import { absolute } from "./dom.ts";

/** An address as somebody typed it into a form: the http(s) URL, or undefined for "N/A", "example" and the like. */
export const webUrl = (written: string | null | undefined): string | undefined => absolute(written, "about:blank");

const HOSTED: Readonly<Record<string, string>> = {
  github: "https://github.com/",
  gitlab: "https://gitlab.com/",
  bitbucket: "https://bitbucket.org/",
  gist: "https://gist.github.com/",
};

/**
 * A repository's address as a browser opens it, out of the forms in which package managers write it:
 * `git+https://…`, `git://…`, `ssh://git@…`, `git@host:owner/name.git`, `scm:git:…`, `github:owner/name`, `owner/name`
 * (GitHub). User names, `.git`, fragments and queries are taken off; undefined for what is no address.
 */
export function repositoryUrl(written: string | null | undefined): string | undefined {
  const text = written?.trim().replace(/^scm:[a-z]{2,5}:/i, "") ?? "";
  const short = /^(?:(github|gitlab|bitbucket|gist):)?([\w.-]{1,100}(?:\/[\w.-]{1,100})?)$/i.exec(text);
  if (short?.[2] && (short[1] || text.includes("/")))
    return `${HOSTED[short[1]?.toLowerCase() ?? "github"]}${short[2].replace(/\.git$/, "")}`;
  const scp = /^(?:[\w.-]{1,64}@)?([\w.-]{1,253}):(?!\/|\d{1,5}\/)([\w./~-]{1,500})$/.exec(text);
  const url = URL.parse(
    scp
      ? `https://${scp[1]}/${scp[2]}`
      : text.replace(/^git\+(?=https?:)/i, "").replace(/^(?:git\+ssh|git|ssh):\/\//i, "https://"),
  );
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname.includes(".")) return undefined;
  return `${url.protocol}//${url.hostname}${url.pathname.replace(/\/+$/, "").replace(/\.git$/, "")}`;
}
