/**
 * What a page shows, as an expression to be evaluated in it: `{chars, parsed, waiting, tall, lazy}`. Nodes are read by the
 * prototypes' getters, since an element may be named as a property is.
 */
export const LOOK = String.raw`(() => {
  const getter = (type, name) => Object.getOwnPropertyDescriptor(type.prototype, name).get;
  const of = (get, node) => Reflect.apply(get, node, []);
  const first = getter(Node, "firstChild"), next = getter(Node, "nextSibling"), kind = getter(Node, "nodeType");
  const name = getter(Node, "nodeName"), shadow = getter(Element, "shadowRoot"), frame = getter(HTMLIFrameElement, "contentDocument");
  const root = of(getter(Document, "documentElement"), document);
  const SILENT = { SCRIPT: 1, STYLE: 1, TEMPLATE: 1, NOSCRIPT: 1, HEAD: 1, SVG: 1, TEXTAREA: 1 };
  const LOADING = /^\W*(?:(?:page |content |data )?(?:is )?loading|please wait|one moment|just a moment|initiali[sz]ing|laden|wird geladen|lädt|bitte warten|einen moment|chargement|veuillez patienter|patientez|cargando|por favor,? espere|espere|caricamento|attendere|carregando|aguarde|laddar|indlæser|ladataan|ładowanie|proszę czekać|načítání|загрузка|подождите|завантаження|加载中|載入中|正在加载|请稍候|読み込み中|ロード中|로딩|불러오는 중|yükleniyor|lütfen bekleyin|جار التحميل|טוען)/i;
  const roots = [document], loading = [];
  let chars = 0, left = 200000, start = "";
  const stack = [root];
  while (stack.length && left > 0) {
    const node = stack.pop();
    if (!node) continue;
    left -= 1;
    const type = of(kind, node);
    if (type === 3) {
      const text = node.data.trim();
      chars += text.length;
      if (text && text.length < 40 && loading.length < 20 && LOADING.test(text)) loading.push(node);
      if (text && start.length < 200) start += " " + text.slice(0, 200);
    } else if (type === 1 || type === 11) {
      const tag = type === 1 ? of(name, node).toUpperCase() : "";
      if (SILENT[tag]) continue;
      if (type === 1) {
        const inner = of(shadow, node);
        if (inner) { roots.push(inner); stack.push(inner); }
        if (tag === "IFRAME" && node instanceof HTMLIFrameElement) {
          const framed = of(frame, node);
          if (framed) { roots.push(framed); stack.push(of(getter(Document, "documentElement"), framed)); }
        }
      }
      for (let child = of(first, node); child; child = of(next, child)) stack.push(child);
    }
  }
  // Laying out so much would take longer than all the rest.
  if (chars > 5000000) return { chars, parsed: true, waiting: false, lazy: false };
  const BUSY = "[aria-busy=true],[class*=skeleton i],[class*=spinner i],[class*=shimmer i],[class*=placeholder-glow i],[class*=loader i],[class~=loading i]";
  const isSeen = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 4 && height > 4 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };
  let waiting = false;
  for (const one of roots.slice(0, 50)) {
    const marks = one.querySelectorAll(BUSY);
    for (let at = 0; at < marks.length && at < 20 && !waiting; at += 1) waiting = isSeen(marks[at]);
  }
  for (let at = 0; at < loading.length && !waiting; at += 1) {
    const around = loading[at].parentElement;
    waiting = around !== null && isSeen(around);
  }
  if (chars < 200 && LOADING.test(start)) waiting = true;
  const tall = root ? root.scrollHeight > 2 * innerHeight : false;
  // Below the window, room is kept for what is loaded only when it is seen.
  const isKept = (element) => {
    const { top, width, height } = element.getBoundingClientRect();
    return top > innerHeight && height > 200 && 2 * width > innerWidth && getComputedStyle(element).backgroundImage === "none";
  };
  const hasRoomKept = () => {
    const empty = document.querySelectorAll("section:empty,article:empty,div:empty");
    for (let at = 0; at < empty.length && at < 200; at += 1) if (isKept(empty[at])) return true;
    return false;
  };
  return {
    chars,
    parsed: document.readyState === "complete" || (performance.getEntriesByType("navigation")[0]?.domContentLoadedEventEnd ?? 0) > 0,
    waiting,
    lazy: tall && (document.querySelector("iframe[loading=lazy],[data-src]:not(img),[class*=sentinel i],[class*=infinite i],[role=feed]") !== null || hasRoomKept()),
  };
})()`;
