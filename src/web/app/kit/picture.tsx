import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { address, json } from "./api.ts";
import { fields, list, text, webAddress } from "./shape.ts";

/** Addresses that wait for their signature, and whoever waits for them. */
const waiting = new Map<string, PromiseWithResolvers<string>>();
const MOST = 500;

/** The path of a picture at the service; many that are asked for at once are signed together. */
function signed(url: string): Promise<string> {
  const known = waiting.get(url);
  if (known) return known.promise;
  if (waiting.size === 0) setTimeout(signAll, 0);
  const asked = Promise.withResolvers<string>();
  waiting.set(url, asked);
  return asked.promise;
}

async function signAll(): Promise<void> {
  const asked = [...waiting].slice(0, MOST);
  for (const [url] of asked) waiting.delete(url);
  if (waiting.size > 0) setTimeout(signAll, 0);
  try {
    const answer = await json("/thumbnails", { body: { urls: asked.map(([url]) => url) } });
    const paths = new Map(
      list(answer["items"])
        .map(fields)
        .map((item) => [text(item["url"]), text(item["path"])]),
    );
    for (const [url, { resolve, reject }] of asked) {
      const path = paths.get(url);
      if (path) resolve(address(path));
      else reject(new Error("The picture has no path."));
    }
  } catch (error) {
    for (const [, { reject }] of asked) reject(error);
  }
}

interface Props {
  readonly url: unknown;
  /** What it shows, in words; empty beside words that say it. */
  readonly alt: string;
  readonly class?: string;
}

/** A picture of the web, which the service fetches; nothing where it has none, or cannot be had. */
export function Picture({ url, alt, ...rest }: Props): JSX.Element | null {
  const from = webAddress(url);
  const path = useSignal("");
  useEffect(() => {
    let wanted = true;
    path.value = "";
    if (from === undefined) return;
    signed(from).then(
      (given) => {
        if (wanted) path.value = given;
      },
      // The words beside it stand for a picture that cannot be had.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [from]);
  if (path.value === "") return null;
  return (
    <img
      src={path.value}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={() => {
        path.value = "";
      }}
      {...rest}
    />
  );
}
