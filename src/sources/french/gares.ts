import { z } from "zod";
import { defineSource } from "../define.ts";
import { branch } from "../kit/compose/steps.ts";
import { understood } from "../kit/requests/siren.ts";
import type { Place } from "../kit/services/communes.ts";
import { type AskedRows, around, Joined, literal, oneOf, Point, records, Text } from "../kit/services/opendatasoft.ts";
import type { Reader } from "../source.ts";
import { centreOf, codesUnder } from "./at-place.ts";
import { FrenchItem } from "./item.ts";
import { atPlace, placeOr } from "./near.ts";
import { metresFrom } from "./point.ts";

const Row = z.object({
  id: Text,
  nom: z.string(),
  libellecourt: Text,
  codes_uic: Joined,
  segment_drg: Joined,
  codeinsee: Text,
  position_geographique: Point,
});

const itemOf = (row: z.output<typeof Row>, { from }: AskedRows) => ({
  title: row.nom,
  url: "https://www.garesetconnexions.sncf/fr/gares-services",
  id: row.id,
  code: row.libellecourt,
  uic: row.codes_uic,
  segments: row.segment_drg,
  insee: row.codeinsee,
  ...row.position_geographique,
  distanceMetres: metresFrom(from, row.position_geographique?.latitude, row.position_geographique?.longitude),
});

const stations = records({
  portal: "ressources.data.sncf.com",
  dataset: "gares-de-voyageurs",
  row: Row,
  item: itemOf,
});

const byName = (text: string): AskedRows => ({ condition: { where: `search(nom,${literal(text)})` } });

const called: Reader<Place, ReturnType<typeof itemOf>> = ({ text }, context) => {
  context.notice(understood(text, "a station's name"));
  return stations(byName(text), context);
};

export const gares = defineSource({
  id: "gares",
  title: "SNCF passenger stations",
  docs: "https://ressources.data.sncf.com/explore/dataset/gares-de-voyageurs/api/",
  terms: "no key; 10,000 requests a day; ODbL",
  query: placeOr("a station's name or a part of it (often that of its commune)", "Rennes"),
  item: FrenchItem.extend({
    code: z.string().optional().describe("three letters, e.g. RES"),
    uic: z.array(z.string()).optional().describe("UIC codes"),
    segments: z.array(z.string()).optional().describe("A national, B regional, C local"),
  }),
  polite: { concurrency: 2 },
  read: branch(
    ({ kind }) => kind === "name",
    called,
    atPlace(stations, {
      inCommune: (its) => ({ condition: { where: oneOf("codeinsee", codesUnder(its)) }, from: centreOf(its) }),
      byWords: byName,
      near: (from) => ({ condition: around("position_geographique", from, "20km"), from }),
    }),
  ),
});
