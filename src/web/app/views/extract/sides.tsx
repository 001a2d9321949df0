import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { json } from "../../kit/api.ts";
import { Tree } from "../../kit/data.tsx";
import { Failure } from "../../kit/failure.tsx";
import { WebLink } from "../../kit/link.tsx";
import { bytes, count } from "../../kit/said.ts";
import { type Fields, fields, list, number, text } from "../../kit/shape.ts";
import { useRun } from "../../kit/use-run.ts";
import { say } from "../../kit/words.ts";

export const Images = ({ images }: { readonly images: readonly Fields[] }): JSX.Element =>
  images.length === 0 ? (
    <p>{say("imagesNone")}</p>
  ) : (
    <ul class="cards">
      {images.map((image, index) => (
        <li key={index}>
          <WebLink to={image["url"]}>{text(image["description"]) || text(image["alt"]) || text(image["url"])}</WebLink>
        </li>
      ))}
    </ul>
  );

/** Another side of the page, as a source reads it. */
export function Side({ path, url }: { readonly path: string; readonly url: string }): JSX.Element {
  const items = useSignal<readonly unknown[] | undefined>(undefined);
  const run = useRun(`${path} ${url}`, async (signal) => {
    const answer = await json(`${path}?${new URLSearchParams({ q: url })}`, { signal });
    items.value = list(answer["items"]);
  });
  if (run.failure.value !== undefined) return <Failure error={run.failure.value} again={run.again} />;
  if (!items.value) return <p class="faint">{say("loading")}</p>;
  return (
    <>
      <p class="faint">{count(items.value.length)}</p>
      <Tree value={items.value.length === 1 ? items.value[0] : items.value} />
    </>
  );
}

/** Pixels of a screenshot's longer side at most. */
const MOST_PIXELS = "1600";

/** The page as a browser draws it. */
export function Screenshot({ url }: { readonly url: string }): JSX.Element {
  const shot = useSignal<Fields | undefined>(undefined);
  const run = useRun(`screenshot ${url}`, async (signal) => {
    const asked = new URLSearchParams({ q: url, format: "webp", maxEdge: MOST_PIXELS });
    const answer = await json(`/page/screenshot?${asked}`, { signal });
    shot.value = fields(list(answer["items"])[0]);
  });
  if (run.failure.value !== undefined) return <Failure error={run.failure.value} again={run.again} />;
  const image = text(shot.value?.["image"]);
  if (!image.startsWith("data:image/")) return <p class="faint">{say("loading")}</p>;
  const [width, height] = [number(shot.value?.["width"]), number(shot.value?.["height"])];
  return (
    <figure class="screenshot">
      <img src={image} alt={say("screenshotOf", { url })} width={width} height={height} />
      <figcaption class="faint">
        {width} × {height} px · {bytes(number(shot.value?.["bytes"]) ?? 0)}
      </figcaption>
    </figure>
  );
}
