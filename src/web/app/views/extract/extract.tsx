import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { json } from "../../kit/api.ts";
import { CopyButton } from "../../kit/copy.tsx";
import { Tree } from "../../kit/data.tsx";
import { Failure } from "../../kit/failure.tsx";
import { WebLink } from "../../kit/link.tsx";
import { announce } from "../../kit/live.ts";
import { Markdown } from "../../kit/markdown.tsx";
import { change, place } from "../../kit/place.ts";
import { count, day, duration } from "../../kit/said.ts";
import { type Fields, fields, list, text, texts } from "../../kit/shape.ts";
import { Tabs } from "../../kit/tabs.tsx";
import { UrlForm } from "../../kit/url-form.tsx";
import { useRun } from "../../kit/use-run.ts";
import { say } from "../../kit/words.ts";
import { AsCode, tokensOf } from "../sources/as-code.tsx";

const TABS = ["read", "markdown", "metadata", "links", "images", "jsonld"] as const;
const TAB_WORDS = {
  read: "tabRead",
  markdown: "tabMarkdown",
  metadata: "tabMetadata",
  links: "tabLinks",
  images: "tabImages",
  jsonld: "tabJsonLd",
} as const;
/** The sources that read a page's other sides. */
const SIDES: Readonly<Record<string, string>> = {
  metadata: "/page/html_meta",
  links: "/page/links",
  jsonld: "/page/structured_data",
};

/** A page as the service reads it. */
export function Extract(): JSX.Element {
  const { query } = place.value;
  const url = query.get("url") ?? "";
  const tab = TABS.find((known) => known === query.get("tab")) ?? "read";
  const page = useSignal<Fields | undefined>(undefined);
  const took = useSignal(0);
  const run = useRun(url, async (signal) => {
    page.value = undefined;
    const began = performance.now();
    const asked = new URLSearchParams({ q: url, content_format: "markdown", include_images: "true" });
    const answer = await json(`/extract?${asked}`, { signal });
    took.value = performance.now() - began;
    const [read] = list(answer["results"]);
    const [refused] = list(answer["failed_results"]);
    if (!read) throw new Error(text(fields(refused)["error"]) || say("pageNothing"));
    page.value = fields(read);
    announce(text(page.value["title"]) || url);
  });
  const markdown = text(page.value?.["raw_content"]);
  return (
    <>
      <h1>{say("extractTitle")}</h1>
      <UrlForm
        label={say("pageAddress")}
        value={url}
        action={say("read")}
        busy={run.busy.value}
        onAsk={(wanted) => (wanted === url ? run.again() : change({ url: wanted }))}
      />
      {url === "" && <p class="empty">{say("extractEmpty")}</p>}
      {run.failure.value !== undefined && <Failure error={run.failure.value} again={run.again} />}
      {page.value && (
        <>
          <h2 dir="auto">{text(page.value["title"]) || url}</h2>
          <p class="summary">
            {[
              text(page.value["byline"]),
              day(text(page.value["published_date"])),
              text(page.value["language"]),
              say("pageWords", { n: markdown.split(/\s+/).filter(Boolean).length }),
              say("tokens", { n: tokensOf(markdown) }),
              duration(took.value),
              say("readBy", { way: text(page.value["strategy"]) || say("readPlain") }),
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
          {texts(page.value["warnings"]).map((warning) => (
            <p key={warning} class="faint">
              {warning}
            </p>
          ))}
          <Tabs
            label={say("page")}
            tabs={TABS.map((id) => ({ id, label: say(TAB_WORDS[id]) }))}
            current={tab}
            onChoose={(id) => change({ tab: id === "read" ? undefined : id }, { replace: true })}
          >
            {tab === "read" && (markdown ? <Markdown text={markdown} /> : <p>{say("pageNothing")}</p>)}
            {tab === "markdown" && (
              <>
                <CopyButton label={say("copyMarkdown")} text={() => markdown} />
                <pre tabIndex={0}>{markdown}</pre>
              </>
            )}
            {tab === "images" && <Images images={list(page.value["images"]).map(fields)} />}
            {SIDES[tab] && <Side key={tab} path={SIDES[tab]} url={url} />}
          </Tabs>
        </>
      )}
      {url && <AsCode path="/extract" query={{ q: url, content_format: "markdown" }} />}
    </>
  );
}

const Images = ({ images }: { readonly images: readonly Fields[] }): JSX.Element =>
  images.length === 0 ? (
    <p>{say("imagesNone")}</p>
  ) : (
    <ul class="cards">
      {images.map((image, index) => (
        <li key={index}>
          <WebLink to={image["url"]}>{text(image["description"]) || text(image["alt"]) || text(image["url"])}</WebLink>
        </li>
      ))}
    </ul>
  );

/** Another side of the page, as a source reads it. */
function Side({ path, url }: { readonly path: string; readonly url: string }): JSX.Element {
  const items = useSignal<readonly unknown[] | undefined>(undefined);
  const run = useRun(`${path} ${url}`, async (signal) => {
    const answer = await json(`${path}?${new URLSearchParams({ q: url })}`, { signal });
    items.value = list(answer["items"]);
  });
  if (run.failure.value !== undefined) return <Failure error={run.failure.value} again={run.again} />;
  if (!items.value) return <p class="faint">{say("loading")}</p>;
  return (
    <>
      <p class="faint">{count(items.value.length)}</p>
      <Tree value={items.value.length === 1 ? items.value[0] : items.value} />
    </>
  );
}
