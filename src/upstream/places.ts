import { Observable } from "rxjs";

/**
 * Lets `count` of the given works run at once; others wait in order, and leave the queue when unsubscribed.
 *
 *     work a (count 1): --a|
 *     work b:             --b|
 *     a and b at once:  --a-b
 */
export function places(count: number): <T>(work: Observable<T>) => Observable<T> {
  let free = count;
  const waiting = new Set<() => void>();
  return (work) =>
    new Observable((subscriber) => {
      let begun = false;
      const begin = (): void => {
        waiting.delete(begin);
        free -= 1;
        begun = true;
        subscriber.add(work.subscribe(subscriber));
      };
      subscriber.add(() => {
        waiting.delete(begin);
        if (!begun) return;
        free += 1;
        const [next] = waiting;
        next?.();
      });
      if (free > 0) begin();
      else waiting.add(begin);
    });
}
