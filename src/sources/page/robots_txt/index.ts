import { z } from "zod";
import {
  type Group,
  isClosed,
  isShutOut,
  MAX_ROBOTS_BYTES,
  pathOf,
  type Robots,
  type Rule,
  readRobots,
  ruleOfSite,
  rulesFor,
} from "../../../standards/robots.ts";
import { decodeText } from "../../../upstream/charset.ts";
import type { HttpResponse } from "../../../upstream/types.ts";
import { defineSource } from "../../define.ts";
import { parseUrl, query } from "../../kit/requests/query.ts";
import { isSuccess } from "../../kit/responses/refusals.ts";
import { reading } from "../document.ts";
import { type Found, Item } from "./item.ts";

/** What is asked: a site, and perhaps a path of it and who wants to go there. */
interface Input {
  readonly url: string;
  readonly path?: string | undefined;
  readonly agent?: string | undefined;
}

/** The robots that gather texts for language models, and those that fetch for their users. */
const AI_BOTS =
  "GPTBot OAI-SearchBot ChatGPT-User ClaudeBot Claude-User Claude-SearchBot CCBot Google-Extended PerplexityBot Perplexity-User Applebot-Extended Bytespider Amazonbot Meta-ExternalAgent DuckAssistBot MistralAI-User cohere-ai".split(
    " ",
  );

/** The robots of the search engines by which sites are found. */
const SEARCH_BOTS = ["Googlebot", "Bingbot"];

/** RFC 9309 §2.3.1: a 4xx means that all is allowed, a 5xx that nothing is. */
const NOTHING: Robots = { groups: [], sitemaps: [], cleanParam: [], unknownLines: [], misspelt: [] };
const FORBIDDEN: Robots = {
  ...NOTHING,
  groups: [{ agents: ["*"], rules: [{ type: "disallow", path: "/", line: 1 }] }],
};

const isUtf8 = (body: Uint8Array): boolean => {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(body);
    return true;
  } catch {
    return false;
  }
};

function* problemsOf({ body, status }: HttpResponse, page: boolean, robots: Robots) {
  if (status >= 500 || status === 429) yield `The file answers HTTP ${status}: robots take everything for forbidden.`;
  else if (status >= 300) yield `There is no file (HTTP ${status}): everything is allowed.`;
  if (page) yield "The answer is an HTML page: it has no rules.";
  if (body.length > MAX_ROBOTS_BYTES) yield "The file is over 500 KiB: what follows is not read.";
  if (!page && !isUtf8(body)) yield "The file is not in UTF-8.";
  for (const { line, text } of robots.unknownLines.slice(0, 50)) yield `Line ${line} is unknown: ${text}`;
  for (const { line, text, readAs } of robots.misspelt.slice(0, 50))
    yield `Line ${line} is misspelt, and read as “${readAs}”: ${text}`;
}

function tested(robots: Robots, { path, agent = "*" }: Input) {
  if (path === undefined) return undefined;
  const { allowed, rule } = rulesFor(robots, agent.replace(/\/.*$/s, "")).verdict(path);
  return { path, agent, allowed, matchedRule: rule };
}

const groupItem = ({ agents, rules, crawlDelay }: Group) => {
  const count = (type: Rule["type"]) => rules.filter((rule) => rule.type === type).length;
  return {
    title: agents.join(", "),
    userAgents: agents,
    userAgent: agents.join(", "),
    rules,
    disallowCount: count("disallow"),
    allowCount: count("allow"),
    crawlDelay,
  };
};

/** What the file says, or what it means that there is none. */
export function read(response: HttpResponse, input: Input): readonly Found[] {
  const { body, status, url } = response;
  const text = decodeText({ ...response, body: body.subarray(0, MAX_ROBOTS_BYTES) });
  const there = isSuccess(response);
  const page = there && /^[\s\ufeff]{0,1000}<(!doctype|html|head|body|!--)/i.test(text.slice(0, 2_000));
  const closed = status >= 500 || status === 429;
  const robots = closed ? FORBIDDEN : there && !page ? readRobots(text) : NOTHING;
  const problems = [...problemsOf(response, page, robots)];
  const access = (agents: readonly string[]) =>
    Object.fromEntries(
      agents.map((bot): [string, "allowed" | "disallowed"] => [
        bot,
        isShutOut(rulesFor(robots, bot)) ? "disallowed" : "allowed",
      ]),
    );
  const summary = {
    status,
    exists: there && !page,
    valid: there && problems.length === 0,
    problems,
    sitemaps: robots.sitemaps,
    host: robots.host,
    cleanParam: robots.cleanParam,
    size: body.length,
    unknownLines: robots.unknownLines.slice(0, 50),
    blocksAll: isClosed(rulesFor(robots, "*")),
    blocksHome: !rulesFor(robots, "*").verdict("/").allowed,
    aiBots: access(AI_BOTS),
    searchBots: access(SEARCH_BOTS),
    siteRules: Object.fromEntries(
      AI_BOTS.flatMap((bot) => {
        const rule = closed ? undefined : ruleOfSite(rulesFor(robots, bot));
        return rule ? [[bot, rule] as const] : [];
      }),
    ),
    test: tested(robots, input),
  };
  const groups = robots.groups.length > 0 ? robots.groups : [{ agents: ["*"], rules: [] }];
  const implied = closed || robots.groups.length === 0;
  return groups.map((group, index) => ({
    ...groupItem(group),
    url,
    status,
    ...(implied && { implied }),
    ...(index === 0 && { summary, warnings: problems }),
  }));
}

function inputOf(q: string, { path, agent }: { path?: string | undefined; agent?: string | undefined }): Input {
  const address = parseUrl(q);
  const asked = `${address.pathname}${address.search}`;
  const own = asked === "/" && agent === undefined ? undefined : asked;
  return { url: `${address.origin}/robots.txt`, path: path === undefined ? own : pathOf(path), agent };
}

export const robots_txt = defineSource({
  id: "robots_txt",
  title: "robots.txt",
  docs: "https://www.rfc-editor.org/rfc/rfc9309",
  query: query({
    describe: "a domain, or the URL of a page to be tested",
    example: "https://arxiv.org/search",
    options: z.object({
      path: z.string().max(2_000).optional().describe("a path to test; default: that of q"),
      agent: z
        .string()
        .regex(/^(\*|[A-Za-z_-]{1,60}(\/.{0,60})?)$/, "a robot's product token")
        .optional()
        .describe("whose rules to test, e.g. GPTBot; default: *"),
    }),
    parse: inputOf,
  }),
  verbatim: true,
  item: Item,
  read: reading({
    name: "robots_txt",
    request: ({ url }) => ({ url, headers: { accept: "text/plain,*/*;q=0.5" } }),
    judge: "any status",
    items: read,
  }),
});
