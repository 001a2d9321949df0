import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { json } from "../../kit/api.ts";
import { CopyButton } from "../../kit/copy.tsx";
import { Failure } from "../../kit/failure.tsx";
import { WebLink } from "../../kit/link.tsx";
import { announce } from "../../kit/live.ts";
import { Markdown } from "../../kit/markdown.tsx";
import { change, place } from "../../kit/place.ts";
import { day, duration } from "../../kit/said.ts";
import { type Fields, fields, list, text, texts } from "../../kit/shape.ts";
import { Tabs } from "../../kit/tabs.tsx";
import { useSubject } from "../../kit/title.ts";
import { UrlForm } from "../../kit/url-form.tsx";
import { useRun } from "../../kit/use-run.ts";
import { say } from "../../kit/words.ts";
import { AsCode, tokensOf } from "../sources/as-code.tsx";
import { type Copy, newestCopy } from "./archived.ts";
import { LeftOut } from "./left-out.tsx";
import { OwnFile } from "./own-file.tsx";
import { Images, Screenshot, Side } from "./sides.tsx";

const TABS = ["read", "markdown", "left", "metadata", "links", "images", "jsonld", "screenshot"] as const;
const TAB_WORDS = {
  read: "tabRead",
  markdown: "tabMarkdown",
  left: "tabLeftOut",
  metadata: "tabMetadata",
  links: "tabLinks",
  images: "tabImages",
  jsonld: "tabJsonLd",
  screenshot: "tabScreenshot",
} as const;
/** The sources that read a page's other sides. */
const SIDES: Readonly<Record<string, string>> = {
  metadata: "/page/html_meta",
  links: "/page/links",
  jsonld: "/page/structured_data",
};

const RENDER_WORDS = { auto: "renderAuto", always: "renderAlways", never: "renderNever" } as const;
const RENDER = ["auto", "always", "never"] as const;

/** What the text was read from. */
const wayOf = (page: Fields, copy: Copy | undefined): string => {
  if (copy) return say("readArchived", { date: day(copy.at) });
  return page["rendered"] === true ? say("readRendered") : text(page["strategy"]) || say("readPlain");
};

/** A page as the service reads it. */
export function Extract(): JSX.Element {
  const { query } = place.value;
  const url = query.get("url") ?? "";
  const tab = TABS.find((known) => known === query.get("tab")) ?? "read";
  const render = RENDER.find((known) => known === query.get("render"));
  const archived = query.get("way") === "archive";
  const copy = useSignal<Copy | undefined>(undefined);
  /** The address that is read: the page's own, or its archived copy's. */
  const from = (archived && copy.value?.address) || url;
  const wantedOf = (q: string) => ({ q, content_format: "markdown", ...(render && { render }) });
  const page = useSignal<Fields | undefined>(undefined);
  const took = useSignal(0);
  const run = useRun(url && `${render} ${archived} ${url}`, async (signal) => {
    page.value = undefined;
    copy.value = undefined;
    const began = performance.now();
    copy.value = archived ? await newestCopy(url, signal) : undefined;
    const asked = new URLSearchParams({ ...wantedOf(copy.value?.address ?? url), include_images: "true" });
    const answer = await json(`/extract?${asked}`, { signal });
    took.value = performance.now() - began;
    const [read] = list(answer["results"]);
    const [refused] = list(answer["failed_results"]);
    if (!read) throw new Error(text(fields(refused)["error"]) || say("pageNothing"));
    page.value = fields(read);
    announce(text(page.value["title"]) || url);
  });
  useSubject(text(page.value?.["title"]) || url);
  const markdown = text(page.value?.["raw_content"]);
  return (
    <>
      <h1>{say("extractTitle")}</h1>
      <UrlForm
        label={say("pageAddress")}
        value={url}
        action={say("read")}
        busy={run.busy.value}
        onAsk={(address) => (address === url ? run.again() : change({ url: address, way: undefined }))}
      >
        <label>
          {say("renderWhen")}
          <select
            value={render ?? ""}
            onChange={({ currentTarget }) => change({ render: currentTarget.value || undefined })}
          >
            <option value="">{say("renderDefault")}</option>
            {RENDER.map((when) => (
              <option key={when} value={when}>
                {say(RENDER_WORDS[when])}
              </option>
            ))}
          </select>
        </label>
      </UrlForm>
      {url === "" && (
        <>
          <p class="empty">{say("extractEmpty")}</p>
          <OwnFile />
        </>
      )}
      {run.failure.value !== undefined && <Failure error={run.failure.value} again={run.again} />}
      {run.failure.value !== undefined && !archived && (
        <button type="button" onClick={() => change({ way: "archive" })}>
          {say("readCopy")}
        </button>
      )}
      {archived && (
        <p class="row">
          {copy.value && <WebLink to={copy.value.shown}>{say("archivedAt", { date: day(copy.value.at) })}</WebLink>}
          <button type="button" onClick={() => change({ way: undefined })}>
            {say("readLive")}
          </button>
        </p>
      )}
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
              say("readBy", { way: wayOf(page.value, copy.value) }),
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
            {tab === "left" && <LeftOut key="left" url={from} render={render} />}
            {tab === "images" && <Images images={list(page.value["images"]).map(fields)} />}
            {tab === "screenshot" && <Screenshot key="screenshot" url={from} />}
            {SIDES[tab] && <Side key={tab} path={SIDES[tab]} url={from} />}
          </Tabs>
        </>
      )}
      {/* Below what comes: it would be pushed down by it. */}
      {(page.value || run.failure.value !== undefined) && <AsCode path="/extract" query={wantedOf(from)} />}
    </>
  );
}
