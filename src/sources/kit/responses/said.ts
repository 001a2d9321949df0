const MOST = 200;
/** What is seen of a text of 200 characters never comes from further than this. */
const READ = MOST * 20;

/** What an upstream said, as an error may hold it: one line, quoted, 200 characters at most. */
export function quotedSaying(text: string): string {
  const line = text.slice(0, READ).replace(/\s+/gu, " ").trim();
  const signs = [...line];
  return `“${signs.length > MOST ? `${signs.slice(0, MOST - 1).join("")}…` : line}”`;
}
