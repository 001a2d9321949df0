const holder = document.createElement("textarea");

/** What the browser reads of a text's entities: it knows their table, which need not be sent to it again. */
export function decodeHTMLStrict(text: string): string {
  // The content of a textarea is text and entities: no markup in it is read.
  holder.innerHTML = text.replaceAll("<", "&lt;");
  return holder.value;
}
