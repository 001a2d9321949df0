import { asyncScheduler, defer, EMPTY, map, type Observable } from "rxjs";
import { z } from "zod";
import type { Upstream } from "../../src/upstream/types.ts";

const Delivery = z.object({ type: z.string(), webhookId: z.string(), data: z.array(z.unknown()) });

/** What a receiver was sent, and when. */
type Sent = z.output<typeof Delivery> & { readonly at: number };

/** A receiver that answers each delivery with a status, or fails. */
export function exchangeOf(answer: (delivery: Sent) => Observable<number>) {
  const sent: Sent[] = [];
  const upstream: Pick<Upstream, "httpStream"> = {
    httpStream: ({ body, url }) =>
      defer(() => {
        const delivery = { ...Delivery.parse(JSON.parse(String(body))), at: asyncScheduler.now() };
        sent.push(delivery);
        return answer(delivery);
      }).pipe(
        map((status) => ({ status, url, headers: {}, setCookie: [], redirects: [], replayed: false, body: EMPTY })),
      ),
  };
  return { sent, upstream };
}
