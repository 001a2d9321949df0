import { Parser } from "htmlparser2";
import { extentOf } from "./characters.ts";

/** What a page's markup says about whether its text comes with its scripts. */
export interface Scripting {
  /** Words of the page's content, as it was read. */
  readonly words: number;
  /** Characters that the body shows. */
  readonly bodyChars: number;
  /** Scripts that are fetched, modules included. */
  readonly scripts: number;
  /** Characters of scripts in the page. */
  readonly inlineChars: number;
  /** Its text, or its `noscript`, asks for JavaScript. */
  readonly plea: boolean;
  /** The element that an application is put into is there and holds no text. */
  readonly emptyMount: boolean;
  /** An element of the page's own stands in its content and holds no text: an island, which its scripts fill. */
  readonly emptyIsland: boolean;
  /** Templates stand in the text that nothing has filled in. */
  readonly templates: boolean;
  /** All that it says is that something is being loaded. */
  readonly placeholder: boolean;
  /** It was made by a server that ran its scripts. */
  readonly serverRendered: boolean;
  /** The state that its scripts begin with is empty. */
  readonly emptyState: boolean;
  readonly preloadsModules: boolean;
  /** Paragraphs, headings and list items that hold text. */
  readonly blocks: number;
  readonly links: number;
  /** Words that its own metadata promise. */
  readonly promised: number;
  readonly title: string;
}

const MAX_CHARS = 5_000_000;
const MAX_INNER_CHARS = 30;
const MAX_PLACEHOLDER_CHARS = 100;

const PLEA =
  /(?:enable|requires?|needs?|turn on|activate|without|disabled?|activer|aktivieren)[^.]{0,60}java\s?script|java\s?script[^.]{0,60}(?:enable|require|disabled|turned off|activé|aktivier)/i;
const LOADING =
  /^\W*(?:(?:page |content |data )?(?:is )?loading|please wait|one moment|initiali[sz]ing|laden|wird geladen|lädt|bitte warten|chargement|veuillez patienter|cargando|espere|caricamento|attendere|carregando|aguarde|laddar|indlæser|ładowanie|načítání|загрузка|подождите|завантаження|加载中|載入中|正在加载|请稍候|読み込み中|ロード中|로딩|불러오는 중|yükleniyor)/i;
const MOUNTS: ReadonlySet<string> = new Set(["root", "app", "__next", "__nuxt", "___gatsby", "svelte", "q-app"]);
const MOUNT_ATTRIBUTES = ["data-reactroot", "ng-app", "v-cloak"];
const SSR_ATTRIBUTES = ["data-server-rendered", "data-ssr", "ng-server-context", "data-reactroot"];
const BLOCKS: ReadonlySet<string> = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6", "li", "blockquote", "pre", "td"]);
/** Elements of the standard that a body may hold by itself. */
const STANDARD =
  /^(?:a|abbr|address|area|article|aside|audio|b|blockquote|br|button|canvas|center|code|dd|del|details|dialog|div|dl|dt|em|fieldset|figure|font|footer|form|h[1-6]|header|hgroup|hr|i|iframe|img|input|ins|label|li|link|main|map|marquee|menu|meta|nav|noscript|object|ol|p|picture|pre|progress|q|s|script|search|section|select|small|span|strong|style|sub|summary|sup|svg|table|template|textarea|time|title|tt|u|ul|video|wbr)$/;
/** What a body may hold beside an application. */
const BESIDE: ReadonlySet<string> = new Set(["script", "style", "link", "meta", "noscript", "template", "iframe"]);
const SILENT: ReadonlySet<string> = new Set(["script", "style", "template", "noscript", "svg", "title", "textarea"]);
const EMPTY_STATE =
  /window\.__(?:INITIAL_STATE|PRELOADED_STATE|APOLLO_STATE)__\s{0,5}=\s{0,5}\{\s{0,5}\}|__NUXT__\s{0,5}=[^;]{0,200}serverRendered:\s{0,3}(?:false|!1)/;

const wordsIn = (text: string): number => extentOf(text).words;

/** Reads those signs off a page's markup; `words` are those that were found in it. */
export function scriptingOf(html: string, words: number): Scripting {
  const open: { readonly name: string; readonly mount: boolean; readonly island: boolean; readonly from: number }[] =
    [];
  let [silent, bodyChars, scripts, inlineChars, links, blocks, promised] = [0, 0, 0, 0, 0, 0, 0];
  let [shown, noscript, script, title, described] = ["", "", "", "", ""];
  let [busy, serverRendered, emptyState, preloadsModules, emptyMount, emptyIsland, inBody] = [
    false,
    false,
    false,
    false,
    false,
    false,
    false,
  ];
  let scriptKind: "program" | "json-ld" | "next" | "other" = "other";
  const alone = { custom: 0, others: 0, from: 0 };

  const begins = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (name === "body") inBody = true;
    const parent = open.at(-1)?.name;
    if (parent === "body" && !BESIDE.has(name)) {
      if (STANDARD.test(name)) alone.others += 1;
      else alone.custom += 1;
    }
    if (name === "script") {
      const type = (attributes["type"] ?? "").toLowerCase();
      const isProgram = type === "" || type === "module" || type.includes("javascript");
      scriptKind = isProgram
        ? "program"
        : type === "application/ld+json"
          ? "json-ld"
          : attributes["id"] === "__NEXT_DATA__"
            ? "next"
            : "other";
      if (isProgram && (attributes["src"] || type === "module")) scripts += 1;
    }
    if (name === "a" && attributes["href"]) links += 1;
    if (name === "link" && /modulepreload/i.test(attributes["rel"] ?? "")) preloadsModules = true;
    if (name === "meta" && /description$/i.test(attributes["name"] ?? attributes["property"] ?? ""))
      described = longer(described, attributes["content"] ?? "");
    if (attributes["aria-busy"] === "true" || /skeleton|spinner|shimmer/i.test(attributes["class"] ?? "")) busy = true;
    if (SSR_ATTRIBUTES.some((mark) => attributes[mark] !== undefined)) serverRendered = true;
    if (SILENT.has(name)) silent += 1;
    const mount =
      MOUNTS.has(attributes["id"] ?? "") ||
      name === "app-root" ||
      MOUNT_ATTRIBUTES.some((mark) => attributes[mark] !== undefined);
    const island = name.includes("-") && open.some((one) => one.name === "main" || one.name === "article");
    open.push({ name, mount, island, from: bodyChars });
  };

  const ends = (name: string): void => {
    const at = open.findLastIndex((one) => one.name === name);
    for (const one of at < 0 ? [] : open.splice(at).toReversed()) {
      if (SILENT.has(one.name)) silent -= 1;
      const inner = bodyChars - one.from;
      if (one.mount && inner < MAX_INNER_CHARS) emptyMount = true;
      if (one.island && inner < MAX_INNER_CHARS) emptyIsland = true;
      if (BLOCKS.has(one.name) && inner > 0) blocks += 1;
      if (one.name === "script") scriptEnds();
    }
  };

  const scriptEnds = (): void => {
    if (scriptKind === "program" && EMPTY_STATE.test(script)) emptyState = true;
    if (scriptKind === "next") {
      if (/"pageProps"\s{0,5}:\s{0,5}\{\s{0,5}\}/.test(script) && !/"gs?sp"\s{0,5}:\s{0,5}true/.test(script))
        emptyState = true;
      else if (/"pageProps"\s{0,5}:\s{0,5}\{\s{0,5}"/.test(script)) serverRendered = true;
    }
    if (scriptKind === "json-ld") promised = Math.max(promised, promisedIn(script));
    script = "";
  };

  const says = (text: string): void => {
    const here = open.at(-1)?.name;
    if (here === "script") {
      if (scriptKind === "program") inlineChars += text.trim().length;
      if (script.length < 200_000) script += text;
    } else if (here === "title" && title.length < 500) title += text;
    else if (silent > 0) {
      if (noscript.length < 2_000 && open.some(({ name }) => name === "noscript")) noscript += text;
    } else if (inBody) {
      const said = text.trim();
      bodyChars += said.length;
      if (shown.length < 3_000 && said) shown += ` ${said}`;
    }
  };

  const parser = new Parser({ onopentag: begins, onclosetag: ends, ontext: says });
  parser.end(html.slice(0, MAX_CHARS));
  const placeholder =
    bodyChars < MAX_PLACEHOLDER_CHARS && (LOADING.test(shown) || (busy && bodyChars < MAX_INNER_CHARS));
  return {
    words,
    bodyChars,
    scripts,
    inlineChars,
    plea: PLEA.test(shown) || PLEA.test(noscript),
    emptyMount: emptyMount || (alone.custom > 0 && alone.others === 0 && bodyChars < MAX_INNER_CHARS),
    emptyIsland,
    templates: /\{\{[^{}]{1,80}\}\}/.test(shown),
    placeholder,
    serverRendered,
    emptyState,
    preloadsModules,
    blocks,
    links,
    promised: Math.max(promised, wordsIn(described)),
    title: title.trim(),
  };
}

const longer = (left: string, right: string): string => (right.length > left.length ? right.slice(0, 5_000) : left);

/** Words that JSON-LD says a page has: `wordCount`, or those of its text. */
function promisedIn(json: string): number {
  const counted = Number(/"wordCount"\s{0,5}:\s{0,5}"?(\d{1,6})/.exec(json)?.[1] ?? 0);
  const body = /"articleBody"\s{0,5}:\s{0,5}"((?:[^"\\]|\\.){0,100000})/.exec(json)?.[1] ?? "";
  return Math.max(counted, wordsIn(body));
}
