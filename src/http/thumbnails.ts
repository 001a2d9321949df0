import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";
import { defer, finalize, map, type Observable, of, ReplaySubject, share, tap } from "rxjs";
import { SourceError } from "../errors.ts";
import type { Upstream } from "../upstream/types.ts";

const MB = 1024 * 1024;
/** One picture. */
const MOST_BYTES = 5 * MB;
/** Pictures in memory. */
const KEPT_BYTES = 16 * MB;
const KEPT_MS = 3_600_000;
const TIMEOUT_MS = 10_000;

interface Thumbnail {
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface Thumbnails {
  /** Says that the service itself offered the picture. */
  sign(url: string): string;
  isSigned(url: string, signature: string): boolean;
  /** The picture, held for an hour. Cold; whoever asks for one that is on its way shares the request. Fails with a `SourceError`. */
  picture(url: string, upstream: Pick<Upstream, "http">): Observable<Thumbnail>;
}

/** Pictures of results, fetched by the service, so that no other host learns who looks. The key lives as long as the process. */
export function createThumbnails(key: Uint8Array = randomBytes(32)): Thumbnails {
  const kept = new LRUCache<string, Thumbnail>({
    maxSize: KEPT_BYTES,
    maxEntrySize: MOST_BYTES,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes.byteLength),
    ttl: KEPT_MS,
  });
  const underWay = new Map<string, Observable<Thumbnail>>();
  const digest = (url: string): Buffer => createHmac("sha256", key).update(url).digest();
  return {
    sign: (url) => digest(url).toString("base64url"),
    isSigned(url, signature) {
      const given = Buffer.from(signature, "base64url");
      const right = digest(url);
      return given.length === right.length && timingSafeEqual(given, right);
    },
    picture: (url, upstream) =>
      defer(() => {
        const held = kept.get(url);
        if (held) return of(held);
        const shared =
          underWay.get(url) ??
          fetched(url, upstream).pipe(
            tap((picture) => void kept.set(url, picture)),
            finalize(() => underWay.delete(url)),
            share({ connector: () => new ReplaySubject(1) }),
          );
        underWay.set(url, shared);
        return shared;
      }),
  };
}

const fetched = (url: string, upstream: Pick<Upstream, "http">): Observable<Thumbnail> =>
  upstream
    .http({
      url,
      guarded: true,
      maxBytes: MOST_BYTES,
      timeoutMs: TIMEOUT_MS,
      headers: { accept: "image/avif,image/webp,image/png,image/jpeg,image/gif" },
    })
    .pipe(
      map(({ status, body }) => {
        if (status === 404 || status === 410) throw new SourceError("not-found", "There is no such picture any more.");
        if (status !== 200) throw new SourceError("unreachable", `The picture's host answered ${status}.`);
        const type = typeOf(body);
        if (type === undefined)
          throw new SourceError("unsupported-type", "This is no picture: PNG, JPEG, GIF, WebP and AVIF are shown.");
        return { type, bytes: body };
      }),
    );

/** How a picture begins: hexadecimal digits at a byte. What its host says of it counts for nothing. */
const BEGINNINGS: readonly { readonly type: string; readonly marks: readonly (readonly [number, string])[] }[] = [
  { type: "image/png", marks: [[0, "89504e470d0a1a0a"]] },
  { type: "image/jpeg", marks: [[0, "ffd8ff"]] },
  { type: "image/gif", marks: [[0, "474946383761"]] },
  { type: "image/gif", marks: [[0, "474946383961"]] },
  {
    type: "image/webp",
    marks: [
      [0, "52494646"],
      [8, "57454250"],
    ],
  },
  { type: "image/avif", marks: [[4, "6674797061766966"]] },
  { type: "image/avif", marks: [[4, "6674797061766973"]] },
];

const BEGINNING_BYTES = 16;

function typeOf(body: Uint8Array): string | undefined {
  const begins = Buffer.from(body.subarray(0, BEGINNING_BYTES)).toString("hex");
  return BEGINNINGS.find(({ marks }) => marks.every(([at, digits]) => begins.startsWith(digits, 2 * at)))?.type;
}
