import { describe, expect, it } from "vitest";
import { mergedStops } from "../../../src/sources/french/transports.ts";

let ids = 0;
const stop = (title: string, latitude: number, network: string) => {
  ids += 1;
  return {
    title,
    url: "https://transport.data.gouv.fr/explore/gtfs-stops",
    id: `s${ids}`,
    kind: "stop" as const,
    network,
    networks: [network],
    datasetId: 1,
    resourceId: 1,
    resourceTitle: "gtfs.zip",
    latitude,
    longitude: 6,
    distanceMetres: Math.round((latitude - 48) * 111_195),
  };
};
const shown = (stops: Parameters<typeof mergedStops>[0]) =>
  mergedStops(stops).map(({ title, networks }) => [title, ...networks]);

describe("mergedStops", () => {
  it("makes one of the stops of a name within 200 m, the first, with the networks of all; the nearest stand first", () => {
    expect(
      shown([
        stop("Gare", 48.02, "Stan"),
        stop("Place Aimé Morot", 48.01, "Stan"),
        stop("NANCY - Place Aimé Morot", 48.0101, "Fluo"),
        stop("PLACE AIME MOROT", 48.0102, "Stan"),
      ]),
    ).toEqual([
      ["Place Aimé Morot", "Stan", "Fluo"],
      ["Gare", "Stan"],
    ]);
  });

  it("keeps stops of a name apart that are further from one another, or in different places by their names", () => {
    expect(shown([stop("Mairie", 48, "A"), stop("Mairie", 48.003, "B")])).toEqual([
      ["Mairie", "A"],
      ["Mairie", "B"],
    ]);
    expect(shown([stop("Gare - Quai A", 48, "A"), stop("Port - Quai A", 48.0001, "A")])).toHaveLength(2);
  });
});
