import { firstValueFrom, lastValueFrom, of, throwError, toArray } from "rxjs";
import { expect, it } from "vitest";
import { lazyImport } from "../../src/operators/lazyImport.ts";

it("imports when it is subscribed, not before, and gives the module's stream", async () => {
  let loads = 0;
  const load = async () => {
    loads += 1;
    return { letters: ["a", "b"] };
  };
  const letters$ = lazyImport(load, ({ letters }) => of(...letters));
  expect(loads).toBe(0);
  expect(await lastValueFrom(letters$.pipe(toArray()))).toEqual(["a", "b"]);
  expect(loads).toBe(1);
});

it("fails as the import or the stream fails", async () => {
  const gone$ = lazyImport(() => Promise.reject(new Error("no such module")), of);
  await expect(firstValueFrom(gone$)).rejects.toThrow("no such module");
  const broken$ = lazyImport(
    () => Promise.resolve({}),
    () => throwError(() => new Error("broken")),
  );
  await expect(firstValueFrom(broken$)).rejects.toThrow("broken");
});

it("makes no stream for who has left before the module came", async () => {
  let came: (module: object) => void = () => undefined;
  const coming = new Promise<object>((resolve) => {
    came = resolve;
  });
  let used = 0;
  const subscription = lazyImport(
    () => coming,
    () => {
      used += 1;
      return of(1);
    },
  ).subscribe();
  subscription.unsubscribe();
  came({});
  await coming;
  expect(used).toBe(0);
});
