/** The two ends of a journey, in the user's words. */
export interface Ends {
  readonly from: string;
  readonly to: string;
}

/** "A to B", "from A to B", "A → B", "A -> B"; undefined where only one place is named. */
export function endsIn(q: string): Ends | undefined {
  const words = q.replace(/^from\s+/i, "");
  const parted = /\s*(?:→|->)\s*|\s+to\s+/i.exec(words);
  if (!parted) return undefined;
  const from = words.slice(0, parted.index).trim();
  const to = words.slice(parted.index + parted[0].length).trim();
  return from && to ? { from, to } : undefined;
}
