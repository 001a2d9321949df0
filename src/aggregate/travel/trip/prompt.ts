import { cite } from "../../prompt/cells.ts";
import type { Prompt } from "../../prompt/prompt.ts";
import type { Answer, Understood } from "./schema.ts";

const degrees = (min: number | undefined, max: number | undefined): string | undefined =>
  min === undefined && max === undefined ? undefined : `${min ?? "?"} – ${max ?? "?"} °C`;

const ITEMS = {
  accommodation: { en: "accommodation", fr: "hébergement" },
  food: { en: "food", fr: "repas" },
  local_transport: { en: "local transport", fr: "transports sur place" },
  activities: { en: "activities", fr: "activités" },
  transport_there: { en: "the way there and back", fr: "aller-retour" },
} as const;

/** What a line of the budget rests on, in French; in English the answer itself says it. */
const BASIS = {
  assumption: "hypothèse, ±25 %",
  fare: "d'après un tarif, ±10 %",
  guide: "d'après le guide",
} as const;
const WEATHER = {
  forecast: "prévision",
  typical: "moyenne des mêmes jours d'années passées, pas une prévision",
} as const;

export const prompt: Prompt<typeof Answer, typeof Understood> = {
  title: { en: "Trip", fr: "Voyage" },
  role: {
    en: "You are a travel planner who writes an itinerary that can be followed as it is.",
    fr: "Vous organisez des voyages et rédigez un itinéraire prêt à suivre.",
  },
  blocks: [
    {
      name: { en: "dates and people", fr: "dates et voyageurs" },
      rows: [2, 2],
      read: ({ dates, destination, understood }, frame) => [
        [
          destination && [destination.name, destination.country].filter(Boolean).join(", "),
          dates && `${dates.start} – ${dates.end}`,
          dates && `${dates.nights} ${frame === "fr" ? "nuits" : "nights"}`,
          dates && `${dates.people} ${frame === "fr" ? "personnes" : "people"}`,
          understood.level,
          understood.from && `${frame === "fr" ? "depuis" : "from"} ${understood.from}`,
        ],
        [dates?.assumed ? (frame === "fr" ? "dates supposées" : "dates are assumed") : undefined],
      ],
    },
    {
      name: { en: "weather", fr: "météo" },
      columns: [
        "date",
        { en: "temperature", fr: "température" },
        { en: "rain mm", fr: "pluie mm" },
        { en: "rain %", fr: "pluie %" },
        { en: "condition", fr: "temps" },
      ],
      rows: [8, 3],
      read: ({ weather }, frame) =>
        weather
          ? [
              ...weather.days.map((day) => [
                day.date,
                degrees(day.min_c, day.max_c),
                day.rain_mm,
                day.rain_pct,
                day.condition,
              ]),
              [frame === "en" ? weather.note : WEATHER[weather.kind], undefined, undefined, undefined, undefined],
            ]
          : [],
    },
    {
      name: { en: "activities", fr: "activités" },
      columns: [
        { en: "name", fr: "nom" },
        { en: "kind", fr: "genre" },
        { en: "hours", fr: "horaires" },
        { en: "price", fr: "prix" },
        "km",
        { en: "what it is", fr: "description" },
        "source",
      ],
      rows: [14, 6],
      read: ({ activities = [] }) =>
        activities.map(({ name, kind, hours, price_text, distance_km, text, source, url }) => [
          name,
          kind,
          hours?.slice(0, 80),
          price_text?.slice(0, 60),
          distance_km,
          text?.slice(0, 90),
          source,
          cite(url),
        ]),
    },
    {
      name: { en: "the way there", fr: "trajet" },
      columns: [
        "mode",
        { en: "minutes", fr: "minutes" },
        { en: "changes", fr: "correspondances" },
        "km",
        { en: "operator", fr: "exploitant" },
        { en: "fare", fr: "tarif" },
        "source",
      ],
      rows: [4, 2],
      read: ({ transport }) =>
        (transport?.there ?? []).map(({ mode, duration_min, transfers, distance_km, operator, fare, source }) => [
          mode,
          duration_min,
          transfers,
          distance_km,
          operator,
          fare && `${fare.amount} ${fare.currency}`,
          source,
        ]),
    },
    {
      name: "budget",
      rows: [8, 6],
      read: ({ budget }, frame) =>
        budget
          ? [
              [
                `total ${budget.total_low} – ${budget.total_high} ${budget.currency}`,
                `${frame === "fr" ? "par personne" : "a person"} ${budget.per_person_low} – ${budget.per_person_high}`,
              ],
              ...budget.lines.map(({ item, low, high, basis, detail }) => [
                ITEMS[item][frame],
                `${low} – ${high}`,
                frame === "en" ? detail : BASIS[basis],
              ]),
              ...(frame === "en" ? budget.assumptions.map((assumption) => [assumption]) : []),
            ]
          : [],
    },
    {
      name: { en: "accommodation", fr: "hébergement" },
      columns: [{ en: "name", fr: "nom" }, { en: "kind", fr: "genre" }, { en: "price", fr: "prix" }, "km", "source"],
      rows: [6, 2],
      read: ({ accommodation = [] }) =>
        accommodation.map(({ name, kind, price_text, distance_km, website, source }) => [
          name,
          kind,
          price_text?.slice(0, 60),
          distance_km,
          source,
          cite(website),
        ]),
    },
    {
      name: { en: "local transport", fr: "transports sur place" },
      rows: [4, 1],
      read: ({ transport }) =>
        transport
          ? [
              [transport.local.get_around?.slice(0, 240)],
              [transport.local.stations?.map(({ name, distance_km }) => `${name} (${distance_km} km)`).join(", ")],
              [transport.local.bike_sharing?.map(({ name }) => name).join(", ")],
            ]
          : [],
    },
  ],
  task: [
    {
      en: "Plan every day so that it fits the weather and the opening hours, with near things together.",
      fr: "Planifiez chaque jour selon la météo et les horaires, en regroupant ce qui est proche.",
    },
    {
      en: "Give the cost of each day and say what is free.",
      fr: "Donnez le coût de chaque jour et dites ce qui est gratuit.",
    },
    {
      en: "Name what must be booked, and what was not known.",
      fr: "Nommez ce qu'il faut réserver et ce qui n'était pas connu.",
    },
  ],
  output: {
    en: "A table day | morning | afternoon | evening | cost, then the budget from low to high with its assumptions.",
    fr: "Un tableau jour | matin | après-midi | soir | coût, puis le budget du plus bas au plus haut avec ses hypothèses.",
  },
};
