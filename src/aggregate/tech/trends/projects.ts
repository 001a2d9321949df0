import { map, type Observable, of } from "rxjs";
import { terms } from "../../../language/terms.ts";
import type { codeberg } from "../../../sources/code/codeberg.ts";
import type { githubRepositories } from "../../../sources/code/github_repositories.ts";
import type { githubTrending } from "../../../sources/code/github_trending.ts";
import type { gitlab } from "../../../sources/code/gitlab.ts";
import type { huggingfaceModels } from "../../../sources/code/huggingface_models.ts";
import type { crates } from "../../../sources/packages/crates.ts";
import type { npm } from "../../../sources/packages/npm.ts";
import type { pypi } from "../../../sources/packages/pypi.ts";
import type { ItemOf } from "../../../sources/source.ts";
import { itemsBy } from "../../combine-latest-results.ts";
import { type Gathered, notRequested } from "../../settled-result.ts";
import { type Asked, dayAgo } from "./asked.ts";
import { DAY_MS, instantOf, isOn, type Mention } from "./mention.ts";
import type { Door } from "./sources.ts";

/** A repository, a model or a package. */
export interface Project extends Mention {
  readonly name: string;
  readonly description?: string | undefined;
  readonly language?: string | undefined;
  readonly stars?: number | undefined;
  /** Of a model. */
  readonly likes?: number | undefined;
  readonly starsInPeriod?: number | undefined;
  readonly forks?: number | undefined;
  readonly license?: string | undefined;
  /** A month. */
  readonly downloads?: number | undefined;
  readonly source: string;
  /** Its code's address, where it is a package. */
  readonly repository?: string | undefined;
}

const MOST = 20;
const HALF_LIFE = 180;
/** So many downloads a month are taken for a star. */
const DOWNLOADS_PER_STAR = 1000;
/** Projects that rest longer are not what is popular now. */
const RESTING = 180;

type Repository = ItemOf<typeof githubRepositories> | ItemOf<typeof gitlab> | ItemOf<typeof codeberg>;

function repositoryOf(found: Repository): Project {
  const pushed = "pushedAt" in found && typeof found.pushedAt === "string" ? found.pushedAt : found.updatedAt;
  return {
    title: found.name,
    name: found.name,
    url: found.url,
    description: found.snippet,
    language: found.language,
    stars: found.stars,
    points: found.stars,
    forks: found.forks,
    license: found.license,
    published: instantOf(found.createdAt),
    changed: instantOf(pushed),
    tags: found.topics ?? [],
    source: found.source,
  };
}

/** The trending page tells no dates: what trends changes now. */
const trendingOf = (found: ItemOf<typeof githubTrending>, now: number): Project => ({
  title: found.name,
  name: found.name,
  url: found.url,
  description: found.snippet,
  language: found.language,
  stars: found.stars,
  points: found.stars,
  starsInPeriod: found.starsInPeriod,
  forks: found.forks,
  changed: now,
  tags: [],
  source: found.source,
});

const modelOf = (found: ItemOf<typeof huggingfaceModels>): Project => ({
  title: found.name,
  name: found.name,
  url: found.url,
  description: found.snippet,
  likes: found.likes,
  points: found.likes,
  license: found.license,
  downloads: found.downloadsLast30Days,
  published: instantOf(found.createdAt),
  changed: instantOf(found.updatedAt),
  tags: found.task ? [found.task] : [],
  source: found.source,
});

type Package = ItemOf<typeof npm> | ItemOf<typeof pypi> | ItemOf<typeof crates>;

function packageOf(found: Package): readonly Project[] {
  const { downloadsLastMonth, downloadsLast90Days, url = found.repository ?? found.homepage } = found;
  const downloads = downloadsLastMonth ?? (downloadsLast90Days && Math.round(downloadsLast90Days / 3));
  const project: Omit<Project, "url"> = {
    title: found.name,
    name: found.name,
    description: found.snippet,
    license: found.license,
    downloads,
    published: instantOf(found.createdAt),
    changed: instantOf(found.updatedAt ?? found.publishedAt),
    tags: found.keywords ?? [],
    source: found.source,
    repository: found.repository,
  };
  return url ? [{ ...project, url }] : [];
}

/** Whether a trending repository is about the topic: all its words stand in its name or description. */
function about({ name, description }: Project, { topic }: Asked): boolean {
  const said = new Set(terms(`${name.replace(/[-_/.]/g, " ")} ${description ?? ""}`));
  return terms(topic).every((term) => said.has(term));
}

/** What each source knows of projects: lists as they come. */
export function projectsOf(ask: Door, asked: Asked): readonly Observable<Gathered<Project>>[] {
  const { topic, language, period, now } = asked;
  const own = isOn(topic);
  const repositories = itemsBy((items: readonly Repository[]) => items.map(repositoryOf).filter(own));
  const packages = itemsBy((items: readonly Package[]) => items.flatMap(packageOf).filter(own));
  const trending = itemsBy((items: readonly ItemOf<typeof githubTrending>[]) =>
    items.map((found) => trendingOf(found, now)).filter((found) => language !== undefined || about(found, asked)),
  );
  const github = (qualifier: string) =>
    ask
      .answer<typeof githubRepositories>("github_repositories", `${topic} ${qualifier}`, { options: { sort: "stars" } })
      .pipe(map(repositories));
  const since = period === "week" ? "weekly" : "monthly";
  return [
    github(`pushed:>=${dayAgo(asked, RESTING)}`),
    github(`created:>=${dayAgo(asked, 28)}`),
    ask.answer<typeof githubTrending>("github_trending", language ?? "*", { options: { since } }).pipe(map(trending)),
    ask.answer<typeof gitlab>("gitlab", topic).pipe(map(repositories)),
    ask.answer<typeof codeberg>("codeberg", topic).pipe(map(repositories)),
    ask
      .answer<typeof huggingfaceModels>("huggingface_models", topic, { options: { sort: "likes" } })
      .pipe(map(itemsBy((items) => items.map(modelOf).filter(own)))),
    ask.answer<typeof npm>("npm", topic).pipe(map(packages)),
    ask.answer<typeof crates>("crates", topic).pipe(map(packages)),
    // PyPI knows names alone.
    /^[a-z\d](?:[a-z\d._-]*[a-z\d])?$/i.test(topic)
      ? ask.answer<typeof pypi>("pypi", topic).pipe(map(packages))
      : of(notRequested),
  ];
}

const keyOf = (url: string): string => url.toLowerCase().replace(/^https?:\/\/(?:www\.)?|(?:\.git)?\/?$/g, "");

/** What several sources know of one project, together; a package adds to the repository that it is made from. */
function merged(projects: readonly Project[]): readonly Project[] {
  const known = new Map<string, Project>();
  const repositoriesFirst = projects.toSorted(
    (a, b) => Number(a.repository !== undefined) - Number(b.repository !== undefined),
  );
  for (const project of repositoriesFirst) {
    const own = keyOf(project.url);
    const key = project.repository && known.has(keyOf(project.repository)) ? keyOf(project.repository) : own;
    const before = known.get(key);
    known.set(key, before ? together(before, project) : project);
  }
  return [...known.values()];
}

const together = (one: Project, other: Project): Project => ({
  ...other,
  ...Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined)),
  title: one.title,
  name: one.name,
  url: one.url,
  source: one.source,
  starsInPeriod: one.starsInPeriod ?? other.starsInPeriod,
  changed: Math.max(one.changed ?? 0, other.changed ?? 0) || undefined,
  tags: [...new Set([...one.tags, ...other.tags])],
});

function scoreOf({ stars, likes, downloads, changed }: Project, now: number): number {
  const worth = Math.log10(1 + (stars ?? likes ?? (downloads ?? 0) / DOWNLOADS_PER_STAR));
  const days = changed === undefined ? HALF_LIFE : Math.max(0, now - changed) / DAY_MS;
  return Math.round(worth * 2 ** (-days / HALF_LIFE) * 1000) / 1000;
}

/** The projects with the most stars, those that still change first. */
export const projectList = (projects: readonly Project[], { now }: Asked) =>
  merged(projects)
    .map((project) => ({
      name: project.name,
      url: project.url,
      description: project.description,
      language: project.language,
      stars: project.stars,
      stars_in_period: project.starsInPeriod,
      likes: project.likes,
      forks: project.forks,
      license: project.license,
      updated: project.changed === undefined ? undefined : new Date(project.changed).toISOString(),
      downloads: project.downloads,
      source: project.source,
      score: scoreOf(project, now),
    }))
    .toSorted((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    .slice(0, MOST);
