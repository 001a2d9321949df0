/** A city's network of shared bicycles, and its stations, as api.citybik.es tells of them. */
export interface Bicycles {
  readonly id: string;
  readonly name: string;
  readonly location: Readonly<Record<"latitude" | "longitude", number> & Record<"city" | "country", string>>;
  readonly stations: readonly Readonly<Record<string, unknown>>[];
}

/** Answers as api.citybik.es where this is the only network. */
export const bicyclesOf =
  ({ id, name, location, stations }: Bicycles) =>
  ({ pathname }: Pick<URL, "pathname">) => ({
    body: pathname.endsWith("/networks")
      ? { networks: [{ id, name, href: `/v2/networks/${id}`, location }] }
      : { network: { id, stations } },
  });

/** A network of another country's city of this name. */
export const VALENBISI: Bicycles = {
  id: "valenbisi",
  name: "Valenbisi",
  location: { latitude: 39.4699, longitude: -0.3763, city: "Valencia", country: "ES" },
  stations: [{ id: "1", name: "A", latitude: 39.47, longitude: -0.38 }],
};
