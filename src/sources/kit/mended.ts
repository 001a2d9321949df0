/**
 * JSON text made legal: raw control characters become spaces (within a text as well as between tokens), and a backslash
 * before a character that JSON does not escape is left out. Linear in the text's length.
 */
export const mended = (text: string): string =>
  text.replace(/(\\(?:["\\/bfnrt]|u[\da-f]{4}))|\\|\p{Cc}/giu, (found, legal?: string) =>
    legal ? legal : found === "\\" ? "" : " ",
  );
