import { z } from "zod";
import { figure } from "../../kit/readers/json.ts";
import { Count } from "../../kit/values/fields.ts";
import { inZone, isZone } from "../../kit/values/zones.ts";
import { wayTitle } from "../item.ts";

const Text = z.string().nullish();

const Display = z
  .object({ commercial_mode: Text, label: Text, code: Text, headsign: Text, direction: Text, network: Text })
  .nullish();

const Section = z.object({
  type: Text,
  mode: Text,
  display_informations: Display,
  from: z.object({ name: Text }).nullish(),
  to: z.object({ name: Text }).nullish(),
  departure_date_time: Text,
  base_departure_date_time: Text,
  arrival_date_time: Text,
  duration: z.number().nullish(),
});

const Journey = z.object({
  departure_date_time: z.string(),
  arrival_date_time: z.string(),
  duration: z.number().nullish(),
  nb_transfers: Count.nullish(),
  type: Text,
  status: Text,
  co2_emission: z.object({ value: figure, unit: Text }).nullish(),
  fare: z
    .object({ found: z.boolean().nullish(), total: z.object({ value: figure, currency: Text }).nullish() })
    .nullish(),
  sections: z.array(Section).nullish(),
});

const Departure = z.object({
  display_informations: Display,
  stop_point: z.object({ name: Text }).nullish(),
  stop_date_time: z.object({ departure_date_time: z.string(), base_departure_date_time: Text }),
});

export const Body = z
  .object({
    journeys: z.array(Journey).nullish(),
    departures: z.array(Departure).nullish(),
    context: z.object({ timezone: z.string().refine(isZone, "no time zone").nullish() }).nullish(),
    links: z.array(z.object({ type: Text, href: Text })).nullish(),
    pagination: z
      .object({ start_page: Count, items_on_page: Count, items_per_page: Count, total_result: Count })
      .nullish(),
  })
  .refine(({ journeys, departures }) => journeys ?? departures, "neither journeys nor departures");

type Time = (local: string | null | undefined) => string | undefined;

const legOf = (section: z.output<typeof Section>, time: Time) => {
  const { display_informations: shown } = section;
  return {
    mode: shown?.commercial_mode ?? section.mode ?? section.type,
    line: shown?.label ?? shown?.code,
    operator: shown?.network,
    headsign: shown?.headsign ?? shown?.direction,
    from: section.from?.name,
    to: section.to?.name,
    departure: time(section.departure_date_time),
    scheduledDeparture: time(section.base_departure_date_time),
    arrival: time(section.arrival_date_time),
    durationSeconds: section.duration,
  };
};

/** A fare in cents, where one is known. */
const priceOf = ({ found, total }: NonNullable<z.output<typeof Journey>["fare"]>) =>
  found && total?.value
    ? { amount: total.value / 100, currency: /^[A-Z]{3}$/.test(total.currency ?? "") ? (total.currency ?? "") : "EUR" }
    : undefined;

function journeyOf(journey: z.output<typeof Journey>, time: Time) {
  const { sections = [], co2_emission, fare } = journey;
  const departure = time(journey.departure_date_time);
  const [from, to] = [sections?.[0]?.from?.name, sections?.at(-1)?.to?.name];
  return {
    title: wayTitle(from, to, departure),
    kind: "journey" as const,
    url: "https://www.sncf-connect.com/",
    from,
    to,
    departure,
    arrival: time(journey.arrival_date_time),
    durationSeconds: journey.duration,
    transfers: journey.nb_transfers,
    rank: journey.type,
    status: journey.status,
    co2Grams: co2_emission?.unit ? co2_emission.value : undefined,
    price: fare && priceOf(fare),
    legs: sections?.map((section) => legOf(section, time)),
  };
}

function departureOf(
  { display_informations: shown, stop_point, stop_date_time }: z.output<typeof Departure>,
  time: Time,
) {
  const departure = time(stop_date_time.departure_date_time);
  return {
    title: wayTitle(stop_point?.name, shown?.direction, departure),
    kind: "departure" as const,
    url: "https://www.sncf-connect.com/",
    from: stop_point?.name,
    to: shown?.direction,
    departure,
    scheduledDeparture: time(stop_date_time.base_departure_date_time),
    mode: shown?.commercial_mode,
    line: shown?.label ?? shown?.code,
    headsign: shown?.headsign,
    operator: shown?.network,
  };
}

/** Times are local to the zone that the answer names. */
export function itemsOf({ journeys, departures, context }: z.output<typeof Body>) {
  const time: Time = (local) => inZone(local, context?.timezone ?? "Europe/Paris");
  return [
    ...(journeys ?? []).map((journey) => journeyOf(journey, time)),
    ...(departures ?? []).map((departure) => departureOf(departure, time)),
  ];
}
