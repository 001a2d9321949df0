import { WORLD as IBUPROFEN } from "../health/registers.ts";
import { FEED, feed, page as post } from "../monitor/feeds.ts";
import { WORLD as FLOODS } from "../research/indexes.ts";
import { WORLD as KETTLE_PAGE, KETTLES } from "../seo/kettles.ts";
import { SHOP } from "../seo/shop.ts";
import { WORLD as TRAILS } from "../seo/trails.ts";
import type { Page, World } from "../world.ts";
import { bicyclesOf } from "./bicycles.ts";
import * as lyon from "./events.ts";
import * as alternates from "./hreflang.ts";
import * as bicycle from "./kwvolume.ts";
import { HOSTS as LAITERIE, SIREN } from "./laiterie.ts";
import * as kettle from "./opengraph.ts";
import { GOOGLE, MEASURED } from "./pagespeed.ts";
import * as portfolio from "./portfolio.ts";
import * as headphones from "./product.ts";
import * as robots from "./robots-txt.ts";
import * as cars from "./sentiment.ts";
import * as hotels from "./serp-features.ts";
import * as webassembly from "./trends.ts";
import * as lisbon from "./trip.ts";
import { HOSTS as VALFLEURI } from "./valfleuri.ts";

/*
 * One made-up world of a dozen things, in which every analysis has something to say: a commune, a company, a shop with a page on
 * kettles, shoes that five sites rank for, a Russian keyword, a headphone, a topic, three assets, a technology, two cities, a
 * medicine, a field of research, a feed. Upstreams that know several of them answer by what they are asked.
 */

/** The day that it is in this world. */
export const NOW = Date.parse("2026-11-22T12:00:00Z");

interface Thing {
  readonly world: World;
  /** What stands in every address that asks about it. */
  readonly about: RegExp;
  /** Hosts whose files are lists of everything: asked by no name. */
  readonly lists?: readonly string[];
}

const feedOf: NonNullable<World["hosts"]> = {
  "news.example": ({ pathname }) => {
    if (pathname === "/feed") return { body: feed([3, 2, 1]), headers: { "content-type": "application/rss+xml" } };
    const number = /^\/post\/(\d+)$/.exec(pathname)?.[1];
    return number ? { body: post(Number(number)) } : undefined;
  },
};

/** The shop's front page as it was measured. */
const SPEED: NonNullable<World["hosts"]> = {
  [GOOGLE]: ({ searchParams }) => ({
    body: {
      ...MEASURED,
      lighthouseResult: {
        ...MEASURED.lighthouseResult,
        finalDisplayedUrl: "https://www.shop.example/",
        runWarnings: [],
        configSettings: { formFactor: searchParams.get("strategy")?.toLowerCase() ?? "mobile" },
      },
    },
  }),
};

const THINGS: readonly Thing[] = [
  { world: { hosts: LAITERIE }, about: /404833048|laiterie|14258|rue du pr[eé]|48\.89/i },
  { world: KETTLE_PAGE, about: /steel-kettle/ },
  { world: TRAILS, about: /trail running shoes|(?:runs|hills|peaks|valley|gone)\.example/i },
  { world: hotels.WORLD, about: /hotels/i },
  { world: bicycle.WORLD, about: /купить/i },
  { world: alternates.WORLD, about: /shop\.example/ },
  { world: kettle.WORLD, about: /shop\.example|cdn\.example/ },
  { world: robots.WORLD, about: /shop\.example/ },
  { world: { hosts: SPEED }, about: /shop\.example/ },
  { world: headphones.WORLD, about: /xm5|base=EUR|\/token/i },
  { world: cars.WORLD, about: /electric/i },
  { world: webassembly.WORLD, about: /webassembly|wasm/i },
  { world: portfolio.WORLD, about: /\b(?:BTC|ETH|AAPL)|coins\/markets|alternative\.me|DGS3MO/i },
  { world: lisbon.WORLD, about: /lisbo|porto|\bPT\b|38\.70|-9\.1|41\.1|gira/i },
  { world: lyon.WORLD, about: /lyon|\b69\d{3}|45\.7|4\.8\d|velov/i },
  { world: { hosts: VALFLEURI }, about: /valfleuri|\b3899\d|\b45\.[12]/i, lists: ["api.insee.fr"] },
  {
    world: IBUPROFEN,
    about: /ibu|5640|\b90[01]\b|M01AE/i,
    lists: ["base-donnees-publique.medicaments.gouv.fr", "www.ema.europa.eu"],
  },
  { world: FLOODS, about: /floods|10\.1000|W\d|[12]{4}-[12]{4}|2301\.00001/i },
  { world: { hosts: feedOf }, about: /news\.example/ },
  {
    world: SHOP,
    about: /(?<!\w)shop\.example(?!\.\w)|registry\.example|192\.0\.2\.|rdap\/dns\.json/,
    lists: ["urlhaus.abuse.ch", "index.commoncrawl.org", "tranco-list.eu"],
  },
];

/** What is asked, in letters. */
const spoken = (url: URL, posted: string): string =>
  decodeURIComponent(`${url.href} ${posted}`.replaceAll("+", " ").replace(/%(?![\da-f]{2})/gi, "%25"));

/** Whether it is this world that is asked about. */
export const isAbout = (url: URL, posted: string): boolean =>
  WORLD.pages?.[url.href] !== undefined ||
  THINGS.some(({ world, about }) => {
    // A package's registry is asked at an instance of the operator's choice.
    const host = url.hostname === "instance.example" ? "registry.test" : url.hostname;
    return world.hosts?.[host] !== undefined && about.test(spoken(url, posted));
  });

/** What a host answers: the thing's that is asked about, or its list of everything. */
function answering(host: string): NonNullable<World["hosts"]>[string] {
  const knowing = THINGS.filter(({ world }) => world.hosts?.[host] !== undefined);
  return (url, request, posted = "") => {
    const known =
      knowing.find(({ about }) => about.test(spoken(url, posted))) ??
      knowing.find(({ lists }) => lists?.includes(host));
    return known?.world.hosts?.[host]?.(url, request, posted);
  };
}

const CITIES = [lyon.VELOV, lisbon.GIRA];

/** The networks of bicycles of both cities are in one list. */
const bicycles: NonNullable<World["hosts"]>[string] = (url, request, posted) => {
  if (!url.pathname.endsWith("/networks")) return answering("api.citybik.es")(url, request, posted);
  const networks = CITIES.flatMap((one) => bicyclesOf(one)(url).body.networks ?? []);
  return { body: { networks } };
};

const HOSTS = {
  ...Object.fromEntries(
    THINGS.flatMap(({ world }) => Object.keys(world.hosts ?? {})).map((host) => [host, answering(host)]),
  ),
  "api.citybik.es": bicycles,
};
const PAGES: Readonly<Record<string, Page>> = {
  ...Object.fromEntries(THINGS.flatMap(({ world }) => Object.entries(world.pages ?? {}))),
  // The file of rules names the maps of both.
  "https://shop.example/robots.txt": {
    body: `${robots.FILE}Sitemap: https://shop.example/map.xml\n`,
    headers: { "content-type": "text/plain" },
  },
};

export const WORLD: World = {
  pages: PAGES,
  hosts: HOSTS,
  recordings: THINGS.flatMap(({ world }) => world.recordings ?? []),
  environment: Object.fromEntries(THINGS.flatMap(({ world }) => Object.entries(world.environment ?? {}))),
  now: () => NOW,
};

const SHOES = { q: "trail running shoes" };
const GUIDE = { q: KETTLES };
const SITE = { q: "www.shop.example" };

/** What every analysis is asked in it. */
export const ASKED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "/seo/corpus": SHOES,
  "/seo/audit": { q: "shop.example" },
  "/seo/competitors": SHOES,
  "/seo/content": GUIDE,
  "/seo/pagespeed": SITE,
  "/seo/serp-features": { ...hotels.q, engine: "bing" },
  "/seo/hreflang": { q: "https://shop.example/en" },
  "/seo/opengraph": { q: "https://shop.example/kettle" },
  "/seo/robots-txt": robots.Q,
  "/seo/kwvolume": bicycle.q,
  "/france/living": { q: "Valfleuri" },
  "/france/company": { q: SIREN },
  "/realestate/estimate": { q: "Valfleuri", surface: "52" },
  "/product/intelligence": headphones.Q,
  "/social/sentiment": cars.Q,
  "/finance/portfolio": portfolio.Q,
  "/tech/trends": webassembly.Q,
  "/travel/trip": { ...lisbon.Q, from: "Porto" },
  "/culture/events": lyon.Q,
  "/health/drugs": { q: "Ibuprofen" },
  "/research/literature": { q: "floods of towns" },
  "/monitor/track": { q: FEED, peek: "true" },
};
