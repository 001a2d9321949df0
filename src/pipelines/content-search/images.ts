import { concatMap, defaultIfEmpty, map, merge, type Observable, of, reduce } from "rxjs";
import type { SourceOutcome, StreamEvent } from "../../events.ts";
import type { ExtractedResult } from "../extract.ts";
import type { Engine } from "../search/engine.ts";
import { isHit, mergedSteps, outcomeIn, type RunOptions, sourceEvent } from "../search/steps.ts";
import type { FoundImage } from "./request.ts";

/** Image sources asked for one search, and what each may give. */
const MAX_SOURCES = 3;
const MAX_ITEMS = 10;
/** Images in an answer at most. */
const MAX_IMAGES = 20;
/** Images of one page among them. */
const MAX_A_PAGE = 5;

/** What the image sources came to. */
export interface Pictures {
  readonly images: readonly FoundImage[];
  readonly outcomes: readonly SourceOutcome[];
}

/** A step of an image search: an event to forward, or, last, what it came to. */
export type PictureStep =
  | Extract<StreamEvent<never>, { event: "source" }>
  | { readonly event: "pictures"; readonly data: Pictures };

/**
 * Asks the first image sources for a query: `source` events as they come, then `pictures`, once. A source that fails is
 * told in its outcome.
 */
export function pictures(q: string, sources: readonly Engine[], run: RunOptions): Observable<PictureStep> {
  const asked = sources.slice(0, MAX_SOURCES);
  if (asked.length === 0) return of({ event: "pictures", data: { images: [], outcomes: [] } });
  const perSource = asked.map((source) =>
    mergedSteps([source], { q, pagecount: 1, noCache: false, options: {} }, run).pipe(
      reduce(
        (all: { images: readonly FoundImage[]; outcome?: SourceOutcome | undefined }, step) =>
          isHit(step)
            ? { ...all, images: [...all.images, ...imageIn(step.data.item)].slice(0, MAX_ITEMS) }
            : { ...all, outcome: outcomeIn(sourceEvent(step)) ?? all.outcome },
        { images: [] },
      ),
      map((found) => ({ id: source.id, ...found })),
    ),
  );
  return merge(...perSource).pipe(
    reduce(
      (all: readonly { id: string; images: readonly FoundImage[]; outcome?: SourceOutcome | undefined }[], one) => [
        ...all,
        one,
      ],
      [],
    ),
    defaultIfEmpty([]),
    concatMap((found): PictureStep[] => {
      const inOrder = asked.flatMap(({ id }) => found.find((one) => one.id === id) ?? []);
      const outcomes = inOrder.flatMap(({ outcome }) => outcome ?? []);
      return [
        ...outcomes.map((data): PictureStep => ({ event: "source", data })),
        { event: "pictures", data: { images: distinct(inOrder.flatMap(({ images }) => images)), outcomes } },
      ];
    }),
  );
}

function imageIn(item: Readonly<Record<string, unknown>>): readonly FoundImage[] {
  const { image, thumbnail, title } = item;
  const url = typeof image === "string" ? image : thumbnail;
  if (typeof url !== "string") return [];
  return [{ url, ...(typeof title === "string" && title && { description: title }) }];
}

/** The image sources' finds, then those of the pages, each address once. */
export function allImages(found: readonly FoundImage[], pages: readonly ExtractedResult[]): readonly FoundImage[] {
  const own = pages.flatMap(({ images }) =>
    images.slice(0, MAX_A_PAGE).map(({ url, alt }): FoundImage => ({ url, ...(alt && { description: alt }) })),
  );
  return distinct([...found, ...own]).slice(0, MAX_IMAGES);
}

const distinct = (images: readonly FoundImage[]): readonly FoundImage[] =>
  [...new Map(images.toReversed().map((image) => [image.url, image])).values()].toReversed();
