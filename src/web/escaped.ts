const NAMES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** A text that stands in HTML as text, also in an attribute. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => NAMES[sign] ?? sign);
