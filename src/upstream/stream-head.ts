import { Observable, ReplaySubject, Subscription, timer } from "rxjs";
import { SourceError } from "../errors.ts";
import type { HttpStream } from "./types.ts";

/** An answer whose body nobody has begun to read by then is let go. */
const GRACE_MS = 250;

/**
 * Hands an answer out while its body goes on arriving. `chain$` emits it and lives until the body has been read; the
 * result completes right after the head. Unsubscribing the body ends the chain, and so does leaving it unread.
 *
 *     chain: ---h--------|
 *     out:   ---(h|)
 *     body:      -1-2-3--|
 */
export function resolveOnHeaders(chain$: Observable<HttpStream>): Observable<HttpStream> {
  return new Observable((out) => {
    const chain = new Subscription();
    // What happens to the chain after the head is the body's news, whenever its reader comes.
    const failure$ = new ReplaySubject<never>(1);
    let delivered = false;
    let claimed = false;

    const withBody = (stream: HttpStream): HttpStream => ({
      ...stream,
      body: new Observable((chunks) => {
        claimed = true;
        chunks.add(failure$.subscribe({ error: (error) => chunks.error(error) }));
        chunks.add(stream.body.subscribe(chunks));
        return () => chain.unsubscribe();
      }),
    });

    const unread = (): void => {
      if (claimed) return;
      failure$.error(new SourceError("internal", "The answer's body was asked for too late; it had been let go."));
      chain.unsubscribe();
    };

    chain.add(
      chain$.subscribe({
        next(stream) {
          delivered = true;
          out.next(withBody(stream));
          out.complete();
          if (!claimed) chain.add(timer(GRACE_MS).subscribe(unread));
        },
        error: (error) => (delivered ? failure$.error(error) : out.error(error)),
        complete: () => out.complete(),
      }),
    );
    return () => {
      if (!delivered) chain.unsubscribe();
    };
  });
}
