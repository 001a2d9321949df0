/** Many streams, one river: what a client may show beside the server's name. */
const RIVER =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="#2563eb" stroke-width="3" stroke-linecap="round">' +
  '<path d="M5 4c0 8 11 8 11 15M27 4c0 8-11 8-11 15M16 3v26"/></svg>';

export const ICONS = [
  {
    src: `data:image/svg+xml;base64,${Buffer.from(RIVER).toString("base64")}`,
    mimeType: "image/svg+xml",
    sizes: ["any"],
  },
];
