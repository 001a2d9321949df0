import { SourceError } from "../../errors.ts";
import { clip } from "../kit/query.ts";

/** `owner/repo`, out of itself or of any address below the repository. */
export function repository(q: string): { owner: string; repo: string } {
  const path = q.replace(/^(?:https?:\/\/)?(?:www\.)?github\.com\//i, "");
  const found = /^([A-Za-z0-9][A-Za-z0-9-]{0,38})\/([\w.-]{1,100}?)(?:\.git)?(?:[/?#].*)?$/s.exec(path);
  if (!found?.[1] || !found[2])
    throw new SourceError("bad-query", `“${clip(q)}” is not a GitHub repository (owner/repo).`);
  return { owner: found[1], repo: found[2] };
}
