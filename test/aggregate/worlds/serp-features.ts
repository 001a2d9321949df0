import { fixtures } from "../playing.ts";
import type { Page, World } from "../world.ts";

export const PATH = "/seo/serp-features";
export const q = { q: "hotels NYC" };

/** A page of Bing's with a featured snippet, and packs whose items lead nowhere. */
const RESULTS = `<!doctype html><html><head><title>hotels NYC - Search</title></head><body><ol id="b_results">
<li class="b_ad b_adTop"><ul><li class="sb_add"><h2><a href="https://www.bing.com/aclick?ld=1">Cheap</a></h2></li><li class="sb_add"><h2><a href="https://www.bing.com/aclick?ld=2">More</a></h2></li></ul></li>
<li class="b_ans b_top"><div class="rwrl">The best hotel is the one by the park.</div><h2><a href="https://guide.one.example/park">A guide</a></h2></li>
<li class="b_algo"><h2><a href="https://one.example/">Hotel One</a></h2></li>
<li class="b_ans b_vidAns"><h2>Videos of hotels</h2><div class="mc_vtvc_title">A tour</div><div class="mc_vtvc_title">A view</div></li>
<li class="b_ans b_imgans"><h2>Images of hotels NYC</h2></li>
<li class="b_ans"><div class="b_pAd"><div class="br-title">A bed</div></div></li>
<li class="b_ans"><div id="df_listaa"><div class="df_alsoAskCard"><div class="df_qntext">Which hotel is best?</div><div class="df_alsocon">The one by the park. <a href="https://www.two.example/best"><h2>Best</h2></a></div></div></div></li>
<li class="b_algo"><h2><a href="https://two.example/">Hotel Two</a></h2></li>
<li class="b_ans"><div class="b_rs"><h2>Related searches</h2><ul><li><a href="/search?q=cheap">cheap hotels NYC</a></li></ul></div></li>
</ol></body></html>`;

/** The first answer of a source's fixtures. */
const first = (source: string): Page => {
  const [recording] = fixtures(source).filter(({ name }) => name === "items");
  return { body: recording?.body() ?? "", headers: { "content-type": "text/html; charset=utf-8" } };
};

export const bing = (results: string): NonNullable<World["hosts"]> => ({
  "www.bing.com": ({ pathname }) => {
    if (pathname === "/search") return { body: results };
    if (pathname === "/images/async") return first("images/bing_images");
    if (pathname === "/videos/asyncv2") return first("videos/bing_videos");
    return pathname === "/shop" ? first("marketplace/bing_shopping") : undefined;
  },
});
export const WORLD: World = { hosts: bing(RESULTS) };
