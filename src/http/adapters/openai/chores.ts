/*
 * Chat applications ask their model for more than answers: a title of the conversation, its tags, what might be asked next.
 * None of that is a question to research.
 */

/** Open WebUI's chores: a task, and an example of the JSON that is wanted. */
const OPEN_WEBUI = /^\s*#{1,4} ?Task:/i;
const WANTED = /["{\s](title|tags|follow_ups|queries|text)"?\s*:/i;

/** A title is wanted in words, as LibreChat and LobeChat say it. */
const TITLE = /\b(?:concise|short|brief)\b[^.\n]{0,60}\btitle\b[^.\n]{0,60}\b(?:conversation|chat)\b/i;

const MAX_TITLE_WORDS = 6;

/** The first words that the user said, of a conversation that stands within a prompt. */
function titleOf(prompt: string): string {
  const said = /(?:^|\n)\W{0,4}(?:user|human)\W{0,4}:\s*([^\n]{1,400})/i.exec(prompt)?.[1] ?? "";
  const words = said
    .replace(/["“”{}]/g, "")
    .trim()
    .split(/\s+/)
    .filter(Boolean);
  return words.slice(0, MAX_TITLE_WORDS).join(" ") || "Web research";
}

/** What a chore comes to; undefined where the text is a question. */
export function choreIn(text: string): string | undefined {
  if (OPEN_WEBUI.test(text)) {
    const wanted = WANTED.exec(text.slice(text.search(/output|format/i)))?.[1]?.toLowerCase();
    switch (wanted) {
      case "title":
        return JSON.stringify({ title: titleOf(text) });
      case "tags":
        return JSON.stringify({ tags: ["General"] });
      case "follow_ups":
        return JSON.stringify({ follow_ups: [] });
      case "queries":
        return JSON.stringify({ queries: [] });
      default:
        return wanted === undefined ? undefined : JSON.stringify({ text: "" });
    }
  }
  return TITLE.test(text) && /(?:^|\n)\W{0,4}(?:user|human)\W{0,4}:/i.test(text) ? titleOf(text) : undefined;
}
