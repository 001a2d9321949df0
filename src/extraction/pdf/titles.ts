/** A title as it is compared: without numbers, signs and case. */
export const titleKey = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^\s*(?:\d+(?:\.\d+)*\.?|[ivxlc]+\.|appendix \w+:?)\s+/u, "")
    .replace(/[^\p{L}\p{N}]+/gu, "");
