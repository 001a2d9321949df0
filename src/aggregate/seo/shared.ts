import { shareReplay } from "rxjs";

/** Asked once, however many listen and whenever they begin; cancelled with the last of them. */
export const shared = <T>() => shareReplay<T>({ refCount: true, bufferSize: Number.POSITIVE_INFINITY });
