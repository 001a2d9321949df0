import { ReplaySubject, share } from "rxjs";

/**
 * Asked once, however many listen and whenever they begin, who all get the whole of it, its failure too; cancelled when
 * the last of them leaves before its end.
 */
export const shareReplayAll = <T>() => replayed<T>(Number.POSITIVE_INFINITY);

/** Asked once, likewise; who begins late gets the last value, as is right for what is one value, or is refined. */
export const shareReplayLatest = <T>() => replayed<T>(1);

const replayed = <T>(values: number) =>
  share<T>({
    connector: () => new ReplaySubject<T>(values),
    resetOnComplete: false,
    resetOnError: false,
    resetOnRefCountZero: true,
  });
