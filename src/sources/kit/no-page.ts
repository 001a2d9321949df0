import { SourceError } from "../../errors.ts";
import type { Judge } from "./answer.ts";

/** For feeds and APIs whose hosts say no by a web page under status 200: such an answer is `blocked`. */
export const noPage =
  (who: string): Judge =>
  ({ status, headers }) =>
    status === 200 && headers["content-type"]?.includes("text/html")
      ? new SourceError("blocked", `${who} answered with a web page where its feed was asked for.`)
      : undefined;
