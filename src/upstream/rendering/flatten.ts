/** What one document may come to. */
const MAX_CHARS = 5_000_000;
const MAX_NODES = 100_000;
/** By the clock: on a busy machine most of it is waiting. */
const MAX_MS = 4_000;
const MAX_DEPTH = 400;

/** Cross-origin frames that are reported at most; each fills so much of the window. */
const MAX_FRAMES = 5;
const FRAME_SHARE = 0.3;

/**
 * The document as it is shown, as a function to be called in the page: `{html, cut, chars, customs, frames}`. Shadow roots and frames
 * of the page's own origin stand in their places, what is not displayed is left out but for what is only folded, and so are dialogs
 * that ask for consent; custom elements are `div` or `span`. `base`: what links are resolved against; empty: they stay as they are.
 * `closed`: shadow roots that do not let themselves be found. `cut`: the document went on past what is read of one; `chars`: of its text;
 * `customs`: it has custom elements; `frames`: those of other origins, `{url, share}` each, by how much of the window they fill.
 */
export const FLATTEN = String.raw`(base = "", ...closed) => {
  const getter = (type, name) => Object.getOwnPropertyDescriptor(type.prototype, name).get;
  const of = (get, node) => Reflect.apply(get, node, []);
  const first = getter(Node, "firstChild"), next = getter(Node, "nextSibling"), kind = getter(Node, "nodeType");
  const local = getter(Element, "localName"), shadow = getter(Element, "shadowRoot"), attributes = getter(Element, "attributes");
  const frame = getter(HTMLIFrameElement, "contentDocument"), data = getter(CharacterData, "data");
  const rootOf = getter(Document, "documentElement"), bodyOf = getter(Document, "body"), headOf = getter(Document, "head");
  const attribute = (element, name) => Element.prototype.getAttribute.call(element, name);
  const matches = (element, selector) => Element.prototype.matches.call(element, selector);
  const OUT = new Set(["script", "style", "template", "noscript", "svg", "canvas", "link", "meta", "object", "embed", "source", "track", "head"]);
  const VOID = new Set(["area", "br", "col", "hr", "img", "input", "wbr", "base", "param"]);
  const FOLDED = "[role=tabpanel],[hidden=until-found],.collapse,details";
  const DIALOG = "dialog,[role=dialog],[role=alertdialog],[aria-modal=true]";
  const ABOUT = /\bcookies?\b|\bconsent\b|\bgdpr\b|personal data|datenschutz|einwilligung|données personnelles|datos personales|dati personali|dados pessoais|персональн|クッキー|쿠키|persoonsgegevens|personuppgifter|\bkakor\b|personoplysning|informasjonskaps|eväste|henkilötie|dan(?:e|ych) osobow|osobní(?:ch)? údaj|sütik|személyes adat|date(?:lor)? personale|çerez|kişisel veri|ملفات تعريف الارتباط|עוגיות|个人信息|個人資[訊料]/i;
  const CHOICE = /\b(?:accept|agree|reject|decline|allow|refuse|manage|preferences|settings|got it|ok)\b|akzeptieren|zustimmen|ablehnen|annehmen|accepter|refuser|paramétrer|aceptar|rechazar|accetta|rifiuta|aceitar|rejeitar|принять|согласен|同意|동의|accepteren|weigeren|akkoord|toestaan|acceptera|godkänn|avvisa|godkend|godta|tillad|tillat|afvis|avvis|hyväksy|hylkää|akceptuj|zgadzam|odrzu[cć]|přijm|souhlas|odmítn|elfogad|elutasít|acceptă|refuz|kabul et|reddet|αποδ[οέ]χ|απόρριψη|прийняти|погоджу|отклонить|قبول|אישור|chấp nhận|đồng ý|setuju|接受|拒[绝絕否]|许可|許可|허용|거부/i;
  const BLOCKS = /<(?:div|p|h[1-6]|ul|ol|dl|table|section|article|main|pre|blockquote|header|footer|nav|aside|figure|form)[\s>]/;
  const begun = performance.now();
  let left = ${MAX_NODES}, room = ${MAX_CHARS}, cut = false, chars = 0, customs = false;
  const frames = [], hosts = new Map();
  for (let at = 0; at < closed.length; at += 1) hosts.set(of(getter(ShadowRoot, "host"), closed[at]), closed[at]);
  const foreign = (node) => {
    const url = absolute(attribute(node, "src") || "", document.baseURI);
    const { width, height } = node.getBoundingClientRect();
    const share = (width * height) / (innerWidth * innerHeight);
    if (share > ${FRAME_SHARE} && /^https?:/.test(url) && url.length < 4000) frames.push({ url, share });
  };
  const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  const quoted = (text) => escaped(text).replace(/"/g, "&quot;");
  const spent = () => {
    if (left > 0 && room > 0 && (left % 64 !== 0 || performance.now() - begun < ${MAX_MS})) return false;
    cut = true;
    return true;
  };
  const absolute = (value, base) => {
    try { return new URL(value, base).href; } catch { return value; }
  };
  const openTag = (name, element, base) => {
    let tag = "<" + name;
    const all = of(attributes, element);
    for (let at = 0; at < all.length && at < 40; at += 1) {
      const one = all[at];
      let { name: key, value } = one;
      if (!/^[a-z][\w:.-]{0,60}$/i.test(key) || /^on|^style$|^hidden$|^nonce$|^integrity$|^srcset$/i.test(key)) continue;
      if (key === "src" && name === "img") {
        const current = element.currentSrc;
        if (typeof current === "string" && /^https?:/.test(current)) value = current;
      }
      if (base && (key === "href" || key === "src")) value = absolute(value, base);
      if (value.length > 4000 || (value.length > 500 && /^data:/.test(value))) continue;
      tag += " " + key + '="' + quoted(value) + '"';
    }
    return tag + ">";
  };
  const childrenOf = (parent, base, seen, depth) => {
    let html = "";
    for (let child = of(first, parent); child && !spent(); child = of(next, child)) html += written(child, base, seen, depth + 1);
    return html;
  };
  const written = (node, base, seen, depth) => {
    left -= 1;
    const type = of(kind, node);
    if (type === 3) {
      if (!seen) return /\S/.test(of(data, node)) ? "" : " ";
      const text = escaped(of(data, node));
      chars += text.trim().length;
      room -= text.length;
      return room < 0 ? text.slice(0, Math.max(0, text.length + room)) : text;
    }
    if (type !== 1 || depth > ${MAX_DEPTH}) return "";
    const name = of(local, node).toLowerCase();
    if (OUT.has(name) || !/^[a-z][a-z0-9.:_-]{0,60}$/.test(name)) return "";
    const style = getComputedStyle(node);
    if (style.display === "none" && !matches(node, FOLDED)) return "";
    const visible = style.visibility !== "hidden" && style.visibility !== "collapse";
    if (name === "iframe" || name === "frame") {
      const framed = node instanceof HTMLIFrameElement ? of(frame, node) : null;
      const body = framed && of(bodyOf, framed);
      if (!body && visible) foreign(node);
      return body && visible ? "<div>" + childrenOf(body, framed.baseURI, true, depth) + "</div>" : "";
    }
    let inner;
    const hosted = of(shadow, node) || hosts.get(node);
    if (hosted) inner = childrenOf(hosted, base, visible, depth);
    else if (name === "slot" && node instanceof HTMLSlotElement) {
      const given = HTMLSlotElement.prototype.assignedNodes.call(node);
      if (given.length === 0) return childrenOf(node, base, visible, depth);
      inner = "";
      for (let at = 0; at < given.length && !spent(); at += 1) inner += written(given[at], base, visible, depth + 1);
      return inner;
    } else if (VOID.has(name)) {
      const tag = visible ? openTag(name, node, base) : "";
      room -= tag.length;
      return tag;
    } else inner = childrenOf(node, base, visible, depth);
    if (style.position === "fixed" || style.position === "sticky" || matches(node, DIALOG)) {
      const text = inner.replace(/<[^>]{0,5000}>/g, " ").replace(/\s+/g, " ");
      if (text.length < 3000 && ABOUT.test(text) && CHOICE.test(text)) return "";
    }
    if (name.includes("-")) customs = true;
    const custom = name.includes("-") || node instanceof HTMLUnknownElement;
    const tag = custom ? (style.display.startsWith("inline") && !BLOCKS.test(inner) ? "span" : "div") : name;
    const open = openTag(tag, node, base);
    room -= open.length + tag.length + 3;
    return open + (tag === "pre" ? "\n" : "") + inner + "</" + tag + ">";
  };
  const headed = () => {
    const head = of(headOf, document);
    let html = "";
    let most = 500;
    for (let child = head && of(first, head); child && most > 0; child = of(next, child)) {
      if (of(kind, child) !== 1) continue;
      most -= 1;
      const name = of(local, child);
      if (name === "title") html += "<title>" + escaped(document.title.slice(0, 2000)) + "</title>";
      else if (name === "meta" || name === "base") html += openTag(name, child);
      else if (name === "link" && !/stylesheet|preload|prefetch/i.test(attribute(child, "rel") || "")) html += openTag(name, child);
    }
    return html;
  };
  const told = () => {
    let html = "";
    const all = Document.prototype.querySelectorAll.call(document, "script[type='application/ld+json' i]");
    for (let at = 0; at < all.length && at < 20; at += 1) {
      const text = all[at].textContent || "";
      if (text.length < 500000 && !/<\/script/i.test(text)) html += '<script type="application/ld+json">' + text + "</" + "script>";
    }
    room -= html.length;
    return html;
  };
  const root = of(rootOf, document), body = of(bodyOf, document);
  if (!root) return { html: "", cut, chars, customs, frames };
  const head = headed() + told();
  const inner = body ? childrenOf(body, base, true, 0) : "";
  const open = openTag("html", root) + "<head>" + head + "</head>" + (body ? openTag("body", body) : "<body>");
  const largest = frames.sort((a, b) => b.share - a.share).slice(0, ${MAX_FRAMES});
  return { html: "<!DOCTYPE html>" + open + inner + "</body></html>", cut, chars, customs, frames: largest };
}`;
