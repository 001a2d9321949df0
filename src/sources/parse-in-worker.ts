import { mergeMap, type Observable, of } from "rxjs";
import type { Client } from "../admission/client.ts";
import { SourceError } from "../errors.ts";
import { shouldOffload } from "../reading/offload-policy.ts";
import { type Reader, readingIn, sharedReader } from "../reading/reader.ts";
import { pageName } from "./kit/readers/paged.ts";
import type { Reread, RereadTask } from "./reread.ts";
import type { Answered, ReadContext } from "./source.ts";

/** What the answer's source was asked. */
type Asked = Pick<RereadTask, "source" | "q" | "options" | "keys">;

/** A fixed upstream's answers are not meant to keep others waiting; this large they do. */
const LARGE_BYTES = 1024 * 1024;

const rereading = <Page>() => readingIn<RereadTask, Reread<Page>>(import.meta.url, "reread", "reread");

const keepsOthersWaiting = ({ request, response }: Answered): boolean =>
  request.guarded ? shouldOffload(response.body) : response.body.length > LARGE_BYTES;

/**
 * Reads a source's answers: here, or in another process where that might keep others waiting. What cannot be read there
 * (its request followed from another answer) is read here, unless a user chose whom to ask: then it is `too-large`.
 */
export const parsingInWorker =
  (
    asked: Asked,
    { now, client }: Pick<ReadContext, "now"> & { readonly client?: Client | undefined },
    reader: Pick<Reader, "read"> = sharedReader(),
  ) =>
  <Page>(answered: Answered, read: () => Page): Observable<Page> | undefined => {
    if (!keepsOthersWaiting(answered)) return undefined;
    const { request, response, at, notice } = answered;
    const { body, ...head } = response;
    const task: RereadTask = { ...asked, at, request: pageName(request), head, now: now() };
    return reader.read(rereading<Page>(), task, { url: response.url, pieces: [body], client }).pipe(
      mergeMap((outcome): Observable<Page> => {
        if (outcome.kind === "read") {
          for (const said of outcome.notices) notice(said);
          return of(outcome.page);
        }
        if (outcome.kind === "failed") {
          const { kind, message, retryAfterMs } = outcome.error;
          throw new SourceError(kind, message, { retryAfterMs });
        }
        if (request.guarded) throw new SourceError("too-large", `${response.url} answered with more than we read.`);
        return of(read());
      }),
    );
  };
