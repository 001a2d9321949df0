import { apps } from "./apps/index.ts";
import { books } from "./books/index.ts";
import { code } from "./code/index.ts";
import { community } from "./community/index.ts";
import { company } from "./company/index.ts";
import { crypto } from "./crypto/index.ts";
import { culture } from "./culture/index.ts";
import type { Category } from "./define.ts";
import { domain } from "./domain/index.ts";
import { earth } from "./earth/index.ts";
import { encyclopedia } from "./encyclopedia/index.ts";
import { feed } from "./feed/index.ts";
import { finance } from "./finance/index.ts";
import { food } from "./food/index.ts";
import { french } from "./french/index.ts";
import { games } from "./games/index.ts";
import { geo } from "./geo/index.ts";
import { health } from "./health/index.ts";
import { images } from "./images/index.ts";
import { jobs } from "./jobs/index.ts";
import { language } from "./language/index.ts";
import { law } from "./law/index.ts";
import { marketplace } from "./marketplace/index.ts";
import { music } from "./music/index.ts";
import { news } from "./news/index.ts";
import { packages } from "./packages/index.ts";
import { page } from "./page/index.ts";
import { scholar } from "./scholar/index.ts";
import { science } from "./science/index.ts";
import { screen } from "./screen/index.ts";
import { search } from "./search/index.ts";
import { security } from "./security/index.ts";
import { serp } from "./serp/index.ts";
import type { Source } from "./source.ts";
import { sports } from "./sports/index.ts";
import { statistics } from "./statistics/index.ts";
import { suggest } from "./suggest/index.ts";
import { tech } from "./tech/index.ts";
import { travel } from "./travel/index.ts";
import { videos } from "./videos/index.ts";
import { weather } from "./weather/index.ts";

/** Every category, in the order of the documentation. */
export const categories: readonly Category[] = [
  search,
  suggest,
  images,
  videos,
  news,
  community,
  tech,
  feed,
  encyclopedia,
  language,
  books,
  scholar,
  science,
  code,
  packages,
  security,
  domain,
  page,
  serp,
  french,
  jobs,
  sports,
  music,
  screen,
  marketplace,
  apps,
  food,
  games,
  law,
  finance,
  crypto,
  weather,
  earth,
  culture,
  health,
  statistics,
  company,
  geo,
  travel,
];

/** Every source. */
export const sources: readonly Source[] = categories.flatMap((category) => category.sources);
