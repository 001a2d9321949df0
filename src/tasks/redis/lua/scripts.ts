import { createHash } from "node:crypto";
import { COMMON } from "./common.ts";
import { ADMIT, RELEASE, SETTLE, TAKE } from "./frontier.ts";
import { ADD_ITEM, READ_ITEMS, REMOVE_ITEM, REPLACE_ITEM, SAVE_ITEM, TAKE_ITEMS } from "./items.ts";
import { BEAT, END, FORGET, LEAVE, RECLAIM, STATS, SWEEP } from "./life.ts";
import { APPEND, LIST, ORDER, PAUSE, RESUME } from "./orders.ts";

export interface Script {
  readonly text: string;
  readonly sha: string;
}

/** With its first line a script is refused before it has written anything where the memory is full. */
const FIRST_LINE = "#!lua\n";
/** What gives back, ends and deletes runs all the same: it makes room, and a visit that is taken finds its task full. */
const EASING = "#!lua flags=allow-oom\n";

const script = (text: string, easing = false): Script => {
  const whole = `${easing ? EASING : FIRST_LINE}${COMMON}${text}`;
  return { text: whole, sha: createHash("sha1").update(whole).digest("hex") };
};

/** One round trip each; what a script is given stands at its text. */
export const SCRIPTS = {
  take: script(TAKE, true),
  settle: script(SETTLE),
  admit: script(ADMIT),
  release: script(RELEASE, true),
  beat: script(BEAT, true),
  reclaim: script(RECLAIM, true),
  leave: script(LEAVE, true),
  sweep: script(SWEEP, true),
  pause: script(PAUSE, true),
  resume: script(RESUME, true),
  end: script(END, true),
  forget: script(FORGET, true),
  stats: script(STATS),
  order: script(ORDER),
  append: script(APPEND),
  list: script(LIST),
  addItem: script(ADD_ITEM),
  takeItems: script(TAKE_ITEMS),
  saveItem: script(SAVE_ITEM, true),
  replaceItem: script(REPLACE_ITEM),
  removeItem: script(REMOVE_ITEM, true),
  readItems: script(READ_ITEMS),
} as const;
