import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { WebLink } from "./link.tsx";
import { type Frame, frameOf, type MapPoint, pointsOf, scaleBar } from "./points.ts";
import { count } from "./said.ts";
import type { Fields } from "./shape.ts";
import { say } from "./words.ts";

const SIZE = [720, 400] as const;
const RADIUS = 5;
const LONGEST_BAR = 120;
/** Where fewer degrees are shown, the outlines are too coarse to help. */
const COAST_DEGREES = 1.5;
const MOST_ZOOM = 1_024;
/** The outlines are drawn in quarters of degrees. */
const STEPS = 4;

/** Rows on a map, where they have coordinates: points over the land's outline, with nothing asked of anybody. */
export function PointMap({ items }: { readonly items: readonly Fields[] }): JSX.Element | null {
  const points = useMemo(() => pointsOf(items), [items]);
  const chosen = useSignal(0);
  const zoom = useSignal(1);
  if (points.length === 0) return null;
  const at = Math.min(chosen.value, points.length - 1);
  const point = points[at];
  const frame = frameOf(points, SIZE, zoom.value, point);
  const step = (by: number): void => {
    chosen.value = (at + by + points.length) % points.length;
  };
  return (
    <figure class="map">
      <svg role="img" aria-label={say("mapOf", { n: points.length })} viewBox={`0 0 ${frame.width} ${frame.height}`}>
        <Coast frame={frame} />
        {points.map(({ name, latitude, longitude }, index) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the buttons below have the keys; a picture's points are none of the page's elements.
          <circle
            key={index}
            class={index === at ? "chosen" : ""}
            cx={frame.x(longitude)}
            cy={frame.y(latitude)}
            r={index === at ? RADIUS + 2 : RADIUS}
            onClick={() => {
              chosen.value = index;
            }}
          >
            <title>{name}</title>
          </circle>
        ))}
        {point && <circle class="chosen" cx={frame.x(point.longitude)} cy={frame.y(point.latitude)} r={RADIUS + 2} />}
        <Bar frame={frame} />
      </svg>
      <figcaption>
        <span class="row">
          <button type="button" onClick={() => step(-1)} disabled={points.length < 2}>
            {say("mapBefore")}
          </button>
          <button type="button" onClick={() => step(1)} disabled={points.length < 2}>
            {say("mapNext")}
          </button>
          <button
            type="button"
            disabled={zoom.value >= MOST_ZOOM}
            onClick={() => {
              zoom.value *= 2;
            }}
          >
            {say("mapNearer")}
          </button>
          <button
            type="button"
            disabled={zoom.value <= 1}
            onClick={() => {
              zoom.value /= 2;
            }}
          >
            {say("mapFarther")}
          </button>
        </span>
        {point && <Chosen point={point} at={at} all={points.length} />}
      </figcaption>
    </figure>
  );
}

const Chosen = (props: { readonly point: MapPoint; readonly at: number; readonly all: number }): JSX.Element => {
  const { point, at, all } = props;
  const place = `${point.latitude.toFixed(4)}, ${point.longitude.toFixed(4)}`;
  return (
    <p aria-live="polite">
      <span class="faint">
        {count(at + 1)} / {count(all)}
      </span>{" "}
      <WebLink to={point.url}>{point.name || place}</WebLink> <span class="faint">{place}</span>
    </p>
  );
};

/** The land, once its outline has been loaded; nothing where so little is shown that it would mislead. */
function Coast({ frame }: { readonly frame: Frame }): JSX.Element | null {
  const path = useSignal("");
  const wanted = frame.height / frame.scaleY >= COAST_DEGREES;
  useEffect(() => {
    if (!wanted || path.value !== "") return;
    import("./coastline.ts").then(
      ({ COASTLINE }) => {
        path.value = COASTLINE;
      },
      // The points stand without it.
      () => undefined,
    );
  }, [wanted]);
  if (!wanted || path.value === "") return null;
  const scale = `scale(${frame.scaleX / STEPS} ${frame.scaleY / STEPS})`;
  return <path class="land" d={path.value} transform={`translate(${frame.x(0)} ${frame.y(0)}) ${scale}`} />;
}

/** How long so many kilometres are, north to south. */
function Bar({ frame }: { readonly frame: Frame }): JSX.Element {
  const { km, px } = scaleBar(frame, LONGEST_BAR);
  const [x, y] = [12, frame.height - 14];
  return (
    <g class="bar-of-map">
      <path d={`M${x} ${y - 5}v5h${px}v-5`} />
      <text x={x + 6} y={y - 7}>
        {km >= 1 ? `${count(km)} km` : `${count(Math.round(km * 1000))} m`}
      </text>
    </g>
  );
}
