import { cite } from "../../prompt/cells.ts";
import type { Block, Prompt } from "../../prompt/prompt.ts";
import type { Answer, EventEntry, Understood } from "./schema.ts";

/** "2026-11-27T20:00:00+01:00" as "2026-11-27 20:00". */
const when = (time: string | undefined): string | undefined => time?.slice(0, 16).replace("T", " ");

const NAMES = {
  free: { en: "free", fr: "gratuit" },
  from: { en: "m from", fr: "m de" },
} as const;

function way({ how_to_get_there: to }: EventEntry, frame: "en" | "fr"): string | undefined {
  if (to.nearest_stop) return `${to.stop_distance_m} ${NAMES.from[frame]} ${to.nearest_stop}`;
  if (to.nearest_station) return `${to.station_distance_m} ${NAMES.from[frame]} ${to.nearest_station}`;
  return to.text?.slice(0, 80);
}

/** Events, those of a weekend apart from the others. */
const eventsOf = (
  name: Block["name"],
  rows: Block["rows"],
  chosen: (event: EventEntry) => boolean,
): Block<typeof Answer, typeof Understood> => ({
  name,
  columns: [
    { en: "title", fr: "titre" },
    { en: "category", fr: "genre" },
    { en: "when", fr: "quand" },
    { en: "place", fr: "lieu" },
    { en: "price", fr: "prix" },
    { en: "way", fr: "accès" },
  ],
  rows,
  read: ({ events = [] }, frame) =>
    events
      .filter(chosen)
      .map((event) => [
        event.title.slice(0, 90),
        event.category,
        when(event.next),
        event.place,
        event.free ? NAMES.free[frame] : event.price_text?.slice(0, 50),
        way(event, frame),
        cite(event.url),
      ]),
});

export const prompt: Prompt<typeof Answer, typeof Understood> = {
  title: { en: "Culture", fr: "Sorties culturelles" },
  role: {
    en: "You are a local guide who picks what is worth going to this weekend.",
    fr: "Vous êtes un guide local qui choisit ce qui vaut le déplacement ce week-end.",
  },
  blocks: [
    eventsOf({ en: "weekend events", fr: "événements du week-end" }, [12, 5], ({ on_weekend }) => on_weekend),
    eventsOf({ en: "events on other days", fr: "événements d'autres jours" }, [4, 0], ({ on_weekend }) => !on_weekend),
    {
      name: { en: "exhibitions on now", fr: "expositions en cours" },
      columns: [
        { en: "title", fr: "titre" },
        { en: "place", fr: "lieu" },
        { en: "until", fr: "jusqu'au" },
        { en: "price", fr: "prix" },
      ],
      rows: [8, 3],
      read: ({ exhibitions = [] }) =>
        exhibitions.map(({ title, place, end, price_text, url }) => [
          title.slice(0, 90),
          place,
          end?.slice(0, 10),
          price_text?.slice(0, 50),
          cite(url),
        ]),
    },
    {
      name: { en: "getting there", fr: "comment venir" },
      rows: [3, 1],
      read: ({ getting_there: there }) =>
        there
          ? [
              [there.stations?.map(({ name, distance_km }) => `${name} (${distance_km} km)`).join(", ")],
              [there.bike_sharing?.join(", ")],
              [there.get_in?.slice(0, 200)],
            ]
          : [],
    },
    {
      name: "monuments",
      columns: [
        { en: "name", fr: "nom" },
        { en: "kind", fr: "genre" },
        { en: "century", fr: "siècle" },
        "km",
        "source",
      ],
      rows: [5, 2],
      read: ({ monuments = [] }) =>
        monuments.map(({ name, kind, century, distance_km, source }) => [name, kind, century, distance_km, source]),
    },
    {
      name: { en: "museums", fr: "musées" },
      columns: [{ en: "name", fr: "nom" }, { en: "hours", fr: "horaires" }, "km", "source"],
      rows: [5, 0],
      read: ({ museums = [] }) =>
        museums.map(({ name, hours, distance_km, source }) => [name, hours?.slice(0, 60), distance_km, source]),
    },
    {
      name: { en: "limits", fr: "limites" },
      rows: [1, 0],
      read: ({ limits }) => limits.map((limit) => [limit]),
    },
  ],
  task: [
    {
      en: "Pick five to seven for the weekend, varied, some of them free.",
      fr: "Choisissez cinq à sept sorties pour le week-end, variées, dont certaines gratuites.",
    },
    {
      en: "Add one plan for a rainy day, out of exhibitions and museums.",
      fr: "Ajoutez un programme pour un jour de pluie, parmi les expositions et les musées.",
    },
    {
      en: "Say of each why it is worth it, in one sentence, and what must be booked.",
      fr: "Dites de chacune en une phrase pourquoi elle en vaut la peine, et ce qu'il faut réserver.",
    },
  ],
  output: {
    en: "A list by day with hour, place, price, the way there and the link.",
    fr: "Une liste par jour avec l'heure, le lieu, le prix, l'accès et le lien.",
  },
};
