// The search box of the page at /. Whatever comes from the web is put in as text, never as markup.
const at = (id) => document.getElementById(id);
const [form, q, key, stop] = ["search", "q", "key", "stop"].map(at);
const [results, status, engines] = ["results", "status", "engines"].map(at);
const KEPT = "tributary-key";

key.value = sessionStorage.getItem(KEPT) ?? "";
key.addEventListener("change", () => sessionStorage.setItem(KEPT, key.value.trim()));

/** An element with a text. */
function made(name, text = "", className = "") {
  const element = document.createElement(name);
  element.textContent = text;
  if (className) element.className = className;
  return element;
}

/** A link to an address of the web; its text alone where it is none. */
function linkTo(address, text) {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return made("span", text);
  const link = made("a", text);
  link.href = url.href;
  link.rel = "noopener noreferrer nofollow";
  return link;
}

/** Asks the service; fails with the sentence that it answers. */
async function ask(path, accept, signal) {
  const given = key.value.trim();
  const headers = { accept, ...(given && { authorization: `Bearer ${given}` }) };
  const response = await fetch(path, { headers, signal });
  if (response.ok) return response;
  const { error = `The service answered ${response.status}.` } = await response.json().catch(() => ({}));
  if (response.status === 401) {
    at("door").hidden = false;
    key.focus();
  }
  throw new Error(error);
}

/** The events of a stream of server-sent events, each `{ event, data }`. */
async function* eventsOf(response) {
  let rest = "";
  for await (const piece of pieces(response.body.pipeThrough(new TextDecoderStream()))) {
    const blocks = (rest + piece).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
      if (event) yield { event, data: JSON.parse(data) };
    }
  }
}

/** Not every browser can iterate a stream itself. */
async function* pieces(stream) {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

const shown = new Map();

/** Puts a result in at its rank; one that was there before under its id is taken out. */
function show({ id, rank, item }) {
  const focused = document.activeElement;
  const line = shown.get(id) ?? made("li");
  shown.set(id, line);
  line.replaceChildren(
    linkTo(item.url, item.title || item.url || "untitled"),
    made("p", item.url, "address"),
    made("p", item.snippet),
    made("p", (item.engines ?? [item.source]).join(", "), "engines"),
  );
  line.remove();
  results.insertBefore(line, results.children[rank - 1] ?? null);
  if (focused?.isConnected === false) line.querySelector("a")?.focus();
}

const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

/** Says how each engine fared. */
function showEngines(outcomes) {
  const failed = outcomes.filter(({ error }) => error);
  engines.hidden = outcomes.length === 0;
  engines.querySelector("summary").textContent =
    `${counted(outcomes.length, "engine")} asked${failed.length > 0 ? `, ${failed.length} of them without an answer` : ""}`;
  engines.querySelector("ul").replaceChildren(
    ...outcomes.map(({ id, status: state, items, time_ms, error }) => {
      const line = made("li", `${id}: ${state}, ${counted(items, "result")} in ${time_ms} ms`);
      if (error) line.append(made("span", ` — ${error}`, "failed"));
      return line;
    }),
  );
}

function say(text, failed = false) {
  status.textContent = text;
  status.classList.toggle("failed", failed);
}

let running;

async function search() {
  running?.abort();
  const mine = new AbortController();
  running = mine;
  const waiting = new Set();
  const outcomes = [];
  const words = new URLSearchParams({ q: q.value, pagecount: "1" });
  history.replaceState(null, "", `?${new URLSearchParams({ q: q.value })}`);
  shown.clear();
  results.replaceChildren();
  results.setAttribute("aria-busy", "true");
  showEngines(outcomes);
  say("Searching …");
  stop.hidden = false;
  try {
    for await (const { event, data } of eventsOf(await ask(`/search?${words}`, "text/event-stream", mine.signal))) {
      if (event === "result") show(data);
      if (event === "source") {
        if (data.status === "started") waiting.add(data.id);
        else {
          waiting.delete(data.id);
          outcomes.push(data);
          showEngines(outcomes);
          say(`${counted(shown.size, "result")}; waiting for ${[...waiting].join(", ") || "nothing more"}`);
        }
      }
      if (event === "done") say(`${counted(data.items.length, "result")} in ${(data.time_ms / 1000).toFixed(1)} s`);
      if (event === "error") say(data.error, true);
    }
  } catch (error) {
    if (running !== mine) return;
    if (mine.signal.aborted) say(`Stopped with ${counted(shown.size, "result")}.`);
    else say(error.message, true);
  } finally {
    if (running === mine) {
      stop.hidden = true;
      results.removeAttribute("aria-busy");
    }
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  sessionStorage.setItem(KEPT, key.value.trim());
  search();
});
stop.addEventListener("click", () => {
  running?.abort();
  q.focus();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") running?.abort();
  if (event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !event.target.closest("input")) {
    event.preventDefault();
    q.focus();
  }
});

const list = at("list");

/** Lists the sources, once somebody wants to see them. */
async function showSources() {
  const [lines, filter] = [list.querySelector("ul"), at("filter")];
  if (lines.childElementCount > 0) return;
  try {
    const { items } = await (await ask("/parsers", "application/json")).json();
    const rows = items.map(({ path, title, query }) => {
      const line = made("li");
      const link = made("a", path.slice(1));
      link.href = `${path}?${new URLSearchParams({ q: query.example, pagecount: "1" })}`;
      line.append(link, made("span", ` ${title}`, "engines"));
      return line;
    });
    filter.addEventListener("input", () => {
      for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(filter.value.trim().toLowerCase());
    });
    lines.replaceChildren(...rows);
  } catch (error) {
    lines.replaceChildren(made("li", error.message, "failed"));
    list.addEventListener("toggle", () => lines.replaceChildren(), { once: true });
  }
}

list.addEventListener("toggle", () => {
  if (list.open) showSources();
});
document.querySelector("a[href='#sources']").addEventListener("click", () => {
  list.open = true;
});

at("terminal").textContent = [
  `curl '${location.origin}/search?q=rxjs+backpressure&pagecount=1'`,
  `curl '${location.origin}/extract?q=https://example.com'`,
].join("\n");

const asked = new URLSearchParams(location.search).get("q");
if (asked) {
  q.value = asked;
  search();
}
