/**
 * Queries as people write them, each with recorded answers that are about it (`about`) and the recorded answers of other
 * queries that engines gave instead (`off`): the first of `off` comes from two engines alike, as when two show one page
 * of offers, or take a word for another.
 */
export const QUERIES: readonly {
  readonly q: string;
  readonly about: readonly string[];
  readonly off: readonly string[];
}[] = rows(`
  does caffeine affect sleep | search/bing/caffeine search/duckduckgo/caffeine-html | search/yahoo/hello-2021 news/guardian/search-uk-news
  how does coffee change your sleep | search/duckduckgo/caffeine-html | community/reddit/home-2016 tech/devto/articles-2023
  what is caffeine and how long does it keep you awake | search/bing/caffeine | tech/devto/articles-2023 search/yahoo/hello-2021
  caffeine sleep quality study | search/bing/caffeine search/duckduckgo/caffeine-html | scholar/arxiv/query-testing scholar/doaj/articles-license
  javascript tutorial | search/yahoo/js-tutorial search/startpage/js-tutorial-http | videos/dailymotion/list-default-fields search/ecosia/asdasd-2025
  what is the best javascript tutorial for beginners | search/startpage/js-tutorial-http | tech/devto/articles-2023 search/searxng/python-cut
  learn javascript from the start | search/yahoo/js-tutorial | news/spaceflight_news/search-bin tech/infoq/feed-2009-rdf
  how to fetch in JS | search/google/fetch-js-desktop search/yandex/fetch-js-2026 | search/yahoo/js-tutorial search/searxng/python-cut
  fetch api GET and POST request | search/yandex/fetch-js-2026 | code/github_issues/search-issues tech/infoq/feed-2009-rdf
  what are llm tools and how do models use them | search/ecosia/llm-tool-use | search/bing/caffeine tech/devto/articles-2023
  llm tool use | search/ecosia/llm-tool-use | tech/lobsters/search-chatgpt tech/devto/articles-2023
  python documentation | search/searxng/python-cut encyclopedia/wikipedia/search-python | search/yahoo/js-tutorial tech/devto/articles-2023
  history of the python language | encyclopedia/wikipedia/search-python | scholar/doaj/journals-heritage search/yahoo/hello-2021
  hello song by Adele | search/google/nojs-hello | search/ecosia/asdasd-2025 news/guardian/search-uk-news
  meaning of the word hello | search/yahoo/hello-2021 search/yandex/hello-2021 | books/google_books/search-ruby search/google/fetch-js-desktop
  linux cat command | search/bing/cat-2020-direct | images/unsplash/search-dog videos/odysee/linux-bare
  how to use cat in bash | search/bing/cat-2020-direct | community/superuser/sibling-so-withbody-2026 tech/devto/articles-2023
  who are the members of megadeth | search/baidu/megadeth-2026 | search/ecosia/asdasd-2025 encyclopedia/dbpedia/search-paris-person
  django htmx | search/exa/htmx-django | code/github_trending/trending search/searxng/python-cut
  bears ears national monument | news/google_news/search-bears-ears | news/guardian/search-uk-news news/nytimes/articlesearch-2016
  why did Trump shrink the Bears Ears monument | news/google_news/search-bears-ears | news/guardian/search-uk-news search/bing/caffeine
  new orleans travel | news/nytimes/articlesearch-2016 | news/guardian/search-uk-news images/flickr/rest-search
  uk news today | news/guardian/search-uk-news | news/nytimes/articlesearch-2016 tech/infoq/feed-2009-rdf
  nasa rocket launch | news/spaceflight_news/search-bin | images/nasa_images/search-stars videos/dailymotion/list-default-fields
  rover on mars videos | videos/archive_video/advancedsearch-nasa | videos/peertube/search-kde images/nasa_images/search-stars
  linux distributions videos | videos/odysee/linux-bare | videos/peertube/search-framatube-fsf search/bing/cat-2020-direct
  free software foundation anniversary | videos/peertube/search-framatube-fsf | videos/peertube/search-kde tech/infoq/feed-2009-rdf
  kde desktop | videos/peertube/search-kde | videos/odysee/linux-bare videos/peertube/search-framatube-fsf
  golang gopher plush | images/bing_images/golang-gopher | images/unsplash/search-dog search/ecosia/asdasd-2025
  pictures of a dog | images/unsplash/search-dog | images/flickr/rest-search images/bing_images/golang-gopher
  stars in the galaxy by the Hubble telescope | images/nasa_images/search-stars | news/spaceflight_news/search-bin images/unsplash/search-dog
  what did Tim Cook say about Apple | tech/hackernews/search-tim-cook | tech/lobsters/search-chatgpt community/reddit/home-2016
  tim cook apple | tech/hackernews/search-tim-cook | search/ecosia/asdasd-2025 news/guardian/search-uk-news
  deep learning testing | scholar/arxiv/query-testing | scholar/biorxiv/interval-2024 search/ecosia/llm-tool-use
  turing test of large language models | scholar/semantic_scholar/search-turing-2026 | search/ecosia/llm-tool-use scholar/arxiv/query-testing
  cultural heritage history journal | scholar/doaj/journals-heritage | scholar/crossref/works-query-author scholar/doaj/articles-license
  genome sequencing error | scholar/europepmc/search-lite-2016 | scholar/biorxiv/interval-2024 scholar/arxiv/query-testing
  biodiversity nexus assessment | scholar/zenodo/search-page1 | scholar/biorxiv/interval-2024 scholar/crossref/works-query-author
  what is the difference between git branch delete and undo commit | community/stackoverflow/questions-top-votes | code/github_issues/search-issues tech/devto/articles-2023
  homelab server rack ups | community/reddit/homelab-new | community/serverfault/sibling-so-answers-2021 tech/devto/articles-2023
  paris hilton | encyclopedia/dbpedia/search-paris-person | images/flickr/rest-search search/yahoo/hello-2021
  pinus sylvestris | encyclopedia/wikiquote/sibling-wikipedia-pinus encyclopedia/wikibooks/sibling-commons-pinus | images/wikimedia_commons/imageinfo-nocontinue scholar/biorxiv/interval-2024
  ruby programming book | books/google_books/search-ruby | encyclopedia/wikipedia/search-python search/searxng/python-cut
  jujutsu kaisen season | screen/anilist/search_jujutsu | news/spaceflight_news/search-bin search/ecosia/asdasd-2025
  falcon 9 starlink launch | science/launch_library/previous-2021 | news/spaceflight_news/search-bin images/nasa_images/search-stars
  `);

function rows(table: string) {
  return table
    .trim()
    .split("\n")
    .map((line) => {
      const [q = "", about = "", off = ""] = line.split("|").map((cell) => cell.trim());
      return { q, about: about.split(" "), off: off.split(" ") };
    });
}
