/** Things of one kind, as OpenStreetMap tags them. */
export interface Kind {
  readonly key: string;
  readonly values: readonly string[];
}

/**
 * What things are called, in English and French, singular and without diacritics, and how OpenStreetMap tags them:
 * https://wiki.openstreetmap.org/wiki/Map_features
 */
const TABLE: readonly (readonly [words: string, key: string, values: string])[] = [
  ["pharmacy, pharmacie, chemist, drugstore", "amenity", "pharmacy"],
  ["hospital, hopital, hopitaux", "amenity", "hospital"],
  ["clinic, clinique", "amenity", "clinic"],
  ["doctor, medecin, docteur", "amenity", "doctors"],
  ["dentist, dentiste", "amenity", "dentist"],
  ["school, ecole", "amenity", "school"],
  ["kindergarten, maternelle", "amenity", "kindergarten"],
  ["university, universite", "amenity", "university"],
  ["library, bibliotheque, mediatheque", "amenity", "library"],
  ["restaurant", "amenity", "restaurant"],
  ["cafe, coffee shop", "amenity", "cafe"],
  ["bar", "amenity", "bar"],
  ["pub", "amenity", "pub"],
  ["fast food", "amenity", "fast_food"],
  ["bank, banque", "amenity", "bank"],
  ["atm, distributeur, cash machine", "amenity", "atm"],
  ["post office, poste, bureau de poste", "amenity", "post_office"],
  ["police, police station, commissariat", "amenity", "police"],
  ["fire station, caserne, pompier", "amenity", "fire_station"],
  ["townhall, town hall, mairie", "amenity", "townhall"],
  ["fuel, gas station, petrol station, station service, station essence", "amenity", "fuel"],
  ["charging, charging station, charger, borne de recharge, station de recharge", "amenity", "charging_station"],
  ["parking, car park", "amenity", "parking"],
  ["toilet, toilette, wc", "amenity", "toilets"],
  ["drinking water, fontaine, eau potable", "amenity", "drinking_water"],
  ["cinema, movie theater", "amenity", "cinema"],
  ["theatre, theater", "amenity", "theatre"],
  [
    "church, eglise, place of worship, lieu de culte, mosque, mosquee, temple, synagogue",
    "amenity",
    "place_of_worship",
  ],
  ["marketplace, market, marche", "amenity", "marketplace"],
  ["hotel", "tourism", "hotel|hostel|guest_house|motel|apartment"],
  ["accommodation, hebergement", "tourism", "hotel|hostel|guest_house|motel|apartment|camp_site"],
  ["hostel, auberge de jeunesse", "tourism", "hostel"],
  ["guest house, chambre d'hote", "tourism", "guest_house"],
  ["camp site, campsite, camping", "tourism", "camp_site"],
  ["museum, musee", "tourism", "museum"],
  ["attraction", "tourism", "attraction"],
  ["viewpoint, point de vue, belvedere", "tourism", "viewpoint"],
  ["gallery, galerie", "tourism", "gallery"],
  ["sight, tourist sight, site touristique", "tourism", "museum|attraction|viewpoint|gallery"],
  ["zoo", "tourism", "zoo"],
  ["supermarket, supermarche", "shop", "supermarket"],
  ["convenience store, epicerie, superette", "shop", "convenience"],
  ["bakery, boulangerie", "shop", "bakery"],
  ["butcher, boucherie", "shop", "butcher"],
  ["hairdresser, coiffeur", "shop", "hairdresser"],
  ["bookshop, bookstore, librairie", "shop", "books"],
  ["park, parc", "leisure", "park"],
  ["garden, jardin", "leisure", "garden"],
  ["playground, aire de jeux", "leisure", "playground"],
  ["swimming pool, piscine", "leisure", "swimming_pool"],
  ["monument, memorial", "historic", "monument|memorial"],
  ["castle, chateau", "historic", "castle"],
  ["station, train station, railway station, gare", "railway", "station"],
  ["tram stop, arret de tram", "railway", "tram_stop"],
  ["bus stop, arret de bus", "highway", "bus_stop"],
  ["airport, aeroport, aerodrome", "aeroway", "aerodrome"],
];

/** Words compared: without case, diacritics and what tells a plural, in either language, from its singular. */
const plain = (words: string): string =>
  words
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z' ]+/g, " ")
    .trim()
    .split(/\s+/)
    .map((word) => {
      const one = word.length > 3 ? word.replace(/(?<!s)[sx]$/, "") : word;
      return one.replace(/(?<=[^aeiou])y$/, "ie").replace(/(?<=ch|sh|ss)e$/, "");
    })
    .join(" ");

const KINDS: ReadonlyMap<string, Kind> = new Map(
  TABLE.flatMap(([words, key, values]) =>
    words.split(", ").map((word) => [plain(word), { key, values: values.split("|") }] as const),
  ),
);

/** Some of the words that are known, for an error. */
export const KNOWN = TABLE.slice(0, 12)
  .map(([words]) => words.split(",")[0])
  .join(", ");

/** "pharmacies", "musées", or a tag itself: "tourism=museum|gallery". Undefined for what is not known. */
export function kindOf(words: string): Kind | undefined {
  const [, key, values] = /^([a-z_:]{2,40})=([a-z_|;]{2,200})$/.exec(words.trim()) ?? [];
  if (key && values) return { key, values: values.split("|").filter(Boolean) };
  return KINDS.get(plain(words));
}
