/** A site of the tests: a feed, and the pages of its entries by number. */
export const FEED = "https://news.example/feed";

/** Entry n is of n January, at noon; 404 of the 31st. */
const dated = (n: number): string => `${String(Math.min(n, 31)).padStart(2, "0")} Jan 2026 12:00:00 GMT`;

export const feed = (numbers: readonly number[]): string => `<?xml version="1.0"?>
<rss version="2.0"><channel><title>River News</title><link>https://news.example/</link>
${numbers
  .map(
    (n) => `<item><title>Post ${n}</title><link>https://news.example/post/${n}</link>
<guid isPermaLink="false">post-${n}</guid><pubDate>${dated(n)}</pubDate><author>mail@news.example (Ida Holm)</author>
<category>River</category><description>What post ${n} is about.</description></item>`,
  )
  .join("\n")}
</channel></rss>`;

export const page = (n: number): string => `<!doctype html><html lang="en"><head><title>Post ${n}</title></head><body>
<nav><a href="/">Home</a> <a href="/about">About</a></nav>
<article><h1>Post ${n}</h1>
<p>The river floods the old town in spring, and the town council plans a new dam for post ${n}.
Visitors came by train last summer to look at the castle and its gardens.</p>
<p>The council says that the dam protects the town when the river floods again.
A bakery near the station sells bread of rye, which many people praise.</p>
<p>Engineers of the council expect that the dam holds floods of the river for decades.</p>
</article><footer>News of the river</footer></body></html>`;
