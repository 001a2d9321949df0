import { decodeHTML } from "entities";

/*
 * What a language model wrote, without a way out: it read foreign pages, and what it writes is shown where links are drawn,
 * pictures are loaded and HTML may run.
 */

/** Held in place of a link that is kept, while the rest is cleaned. Neither sign is left in the text before. */
const HELD = /\ue000(\d+)\ue001/g;
const UNSEEN = /[\ue000\ue001]|(?![\t\n])\p{Cc}/gu;
/** Invisible signs within Latin words and addresses; other scripts and emoji need some of them. */
const INVISIBLE = /(?<=[!-~])(?:\p{Cf}|\p{Variation_Selector})+|\p{Cf}+(?=[!-~])/gu;

/** Rounds until nothing changes; what changes for longer is left without any sign that makes a link. */
const MOST_ROUNDS = 8;

const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{1,31});?/gi;

/** A tag, a comment or a declaration, whole or broken off. */
const TAG = /<(?:!--[\s\S]{0,5000}?(?:-->|$)|[/!?]?[a-z][^<>]{0,5000}(?:>|$)|[!?][^<>]{0,5000}(?:>|$))/gi;
const AUTOLINK = /<\s*(https?:\/\/[^\s<>]{1,2000})>/gi;
const PICTURE = /!\[([^\][]{0,500})\](?:\([^()]{0,3000}(?:\([^()]{0,500}\)[^()]{0,500})?\)|\[[^\][]{0,300}\])?/g;
const LINK =
  /\[([^\][]{0,500})\]\(\s*<?([^()\s<>]{0,2000}(?:\([^()\s<>]{0,500}\)[^()\s<>]{0,500})?)>?([^()]{0,500})\)/g;
const REFERENCE = /\[([^\][]{0,500})\]\[[^\][]{0,300}\]/g;
const DEFINITION = /^[ \t]*\[[^\][]{1,300}\]:[ \t]*\S.*$/gm;
const ADDRESS =
  /(?:\b[a-z][a-z\d+.-]{1,20}[:：]|(?<![\w:：]))[/\\／]{2}[^\s<>"'`\])]{1,2000}|\bwww\.[^\s<>"'`\])]{1,2000}/gi;
const SCRIPTED =
  /\b(?:javascript|vbscript|livescript)\s*[:：][^\s\])]*|\b(?:data|blob|file|mailto|tel)[:：](?=[\w/;,.+@-])[^\s\])]*/gi;
/** A host with a path and a query, which some readers make a link of. */
const BARE = /\b(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,24}(?:\/[^\s<>"'`\])?]{0,500})?\?[^\s<>"'`\])]{0,1000}/gi;
/** What ends a sentence, not an address. */
const TRAILING = /[.,;:!?]+$/;

const addressOf = (text: string): string | undefined => {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
};

/**
 * Takes what leads elsewhere out of a text: pictures and HTML go, a link stays only where its address is exactly that of a
 * result (else its words stay), other addresses go. Repeated until nothing changes, so that nothing is put together of
 * what is left. `further` is what else is taken out in each round.
 */
export function withOwnLinksOnly(
  urls: readonly string[],
  further: (text: string) => string = (text) => text,
): (text: string) => string {
  const own = new Set(urls.flatMap((url) => addressOf(url) ?? []));
  const isOwn = (url: string): boolean => {
    const address = addressOf(url);
    return (
      address !== undefined && own.has(address) && !/[\\@]/.test(url.replace(/^https?:/i, "").split(/[/?#]/)[2] ?? "")
    );
  };
  return (text) => {
    const held: string[] = [];
    const hold = (link: string): string => `\ue000${held.push(link) - 1}\ue001`;
    const round = (part: string): string =>
      further(part)
        .replace(ENTITY, (mark) => decodeHTML(mark).replace(UNSEEN, ""))
        .replace(INVISIBLE, "")
        .replace(AUTOLINK, (_, url: string) => (isOwn(url) ? hold(url) : ""))
        .replace(TAG, "")
        .replace(PICTURE, "$1")
        .replace(LINK, (_, words: string, url: string, title: string) =>
          isOwn(url) && title.trim() === "" && !/[<>\ue000]|:\/\//.test(words)
            ? hold(`[${words}](${url})`)
            : /^\d+$/.test(words)
              ? `[${words}]`
              : words,
        )
        .replace(DEFINITION, "")
        .replace(REFERENCE, (mark, words: string) => (/^[\s\d]{1,6}$/.test(words) ? mark : words))
        .replace(ADDRESS, (found) => {
          const end = TRAILING.exec(found)?.[0] ?? "";
          const url = end ? found.slice(0, -end.length) : found;
          return (isOwn(url) ? hold(url) : "") + end;
        })
        .replace(SCRIPTED, "")
        .replace(BARE, (found) => TRAILING.exec(found)?.[0] ?? "")
        .replace(/\]\(/g, "] (");
    let clean = text.replace(UNSEEN, "");
    for (let rounds = 0; ; rounds += 1) {
      const next = round(clean);
      if (next === clean) break;
      clean = rounds < MOST_ROUNDS ? next : next.replace(/[<>[\]:&\\]/g, " ");
      if (rounds > MOST_ROUNDS) break;
    }
    return clean.replace(HELD, (_, index: string) => held[Number(index)] ?? "");
  };
}
