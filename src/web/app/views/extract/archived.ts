import { json } from "../../kit/api.ts";
import { fields, list, number, text, webAddress } from "../../kit/shape.ts";
import { say } from "../../kit/words.ts";

/** An archived copy of a page. */
export interface Copy {
  /** Where a person sees it. */
  readonly shown: string;
  /** Where its document is as it was kept, without the archive's own bar. */
  readonly address: string;
  /** ISO 8601. */
  readonly at: string;
}

const OK = 200;

/** The newest archived copy of a page that was no error; throws where there is none. */
export async function newestCopy(url: string, signal: AbortSignal): Promise<Copy> {
  const asked = new URLSearchParams({ q: url, pagecount: "1" });
  const answer = await json(`/domain/wayback?${asked}`, { signal });
  const found = list(answer["items"])
    .map(fields)
    .find((item) => (number(item["statusCode"]) ?? OK) === OK);
  const shown = webAddress(found?.["url"]);
  if (!shown) throw new Error(say("archivedNone"));
  // `id_` after the time asks the Wayback Machine for the document as it came.
  return { shown, address: shown.replace(/(\/web\/\d{4,14})\//, "$1id_/"), at: text(found?.["timestamp"]) };
}
