/** Letters that two forms of one word share at the beginning, at least, and their share of the longer form. */
const LEAST_SHARED = 5;
const LEAST_SHARE = 0.75;
/** Letters of each half of a compound, at least. */
const LEAST_HALF = 3;

/**
 * The stems of a vocabulary that a word stands for which it does not hold itself: the halves of a compound (`videogam`: `video`,
 * `gam`), else what differs by one letter (a slip of the pen), else the forms with the same beginning (`redditor`: `reddit`).
 */
export function similarStems(word: string, vocabulary: ReadonlySet<string>): readonly string[] {
  const halves = halvesOf(word, vocabulary);
  if (halves.length > 0 || word.length < LEAST_SHARED) return halves;
  const slips = [...vocabulary].filter((one) => oneLetterApart(one, word));
  if (slips.length > 0) return slips;
  return [...vocabulary].filter((one) => {
    const shared = sharedLetters(one, word);
    return shared >= LEAST_SHARED && shared >= LEAST_SHARE * Math.max(one.length, word.length);
  });
}

function halvesOf(word: string, vocabulary: ReadonlySet<string>): readonly string[] {
  for (let cut = word.length - LEAST_HALF; cut >= LEAST_HALF; cut -= 1) {
    const halves = [word.slice(0, cut), word.slice(cut)];
    if (halves.every((half) => vocabulary.has(half))) return halves;
  }
  return [];
}

function sharedLetters(one: string, other: string): number {
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return shared;
}

/** Whether one letter too many, too few or another, or two neighbours changed about, is all that parts two words. */
function oneLetterApart(one: string, other: string): boolean {
  if (one.length < LEAST_SHARED || Math.abs(one.length - other.length) > 1) return false;
  const at = sharedLetters(one, other);
  const [a, b] = [one.slice(at), other.slice(at)];
  return (
    a.slice(1) === b.slice(1) ||
    a.slice(1) === b ||
    a === b.slice(1) ||
    (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  );
}
