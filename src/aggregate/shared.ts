import { shareReplay } from "rxjs";

/** Asked once, however many listen and whenever they begin, who all get the whole of it; cancelled with the last of them. */
export const shared = <T>() => shareReplay<T>({ refCount: true, bufferSize: Number.POSITIVE_INFINITY });

/** Asked once, likewise; who begins late gets the last value, as is right for what is one value, or is refined. */
export const latest = <T>() => shareReplay<T>({ refCount: true, bufferSize: 1 });
