/** A value that is made for the first who asks. */
interface Once<T> {
  /** The same promise for all who ask; one that failed is made again for the next. */
  get(): Promise<T>;
  /** What was made so far, without making it; undefined where nothing was. */
  made(): Promise<T | undefined>;
}

/** Makes a value once for all its callers, those that come while it is being made among them. */
export function memoizeAsync<T>(make: () => Promise<T>): Once<T> {
  let making: Promise<T> | undefined;
  return {
    get() {
      if (making) return making;
      const made = make();
      making = made;
      made.catch(() => {
        making = undefined;
      });
      return made;
    },
    made: () => Promise.resolve(making),
  };
}
