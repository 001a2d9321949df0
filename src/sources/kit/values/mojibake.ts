import iconv from "iconv-lite";

/** UTF-8 that was read as windows-1252 or Latin-1: "Ã©", "Â°", "â€™", "ðŸŽ‰". These pairs stand in no right text. */
const DAMAGE = /[ÂÃ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â[€‚„\u0080\u0082\u0084]|ð[Ÿ\u009f]/;
/** The characters that such damage is made of. */
const RUN = /[\u0080-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]{2,}/g;
const BEYOND = /[^\p{ASCII}\u0080-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/u;

/**
 * A text whose UTF-8 was read as windows-1252 or Latin-1, read right: as a whole where all of it is such, else the runs
 * of characters that are. Other text stays as it is.
 */
export function withoutMojibake(text: string): string {
  if (!DAMAGE.test(text)) return text;
  const whole = BEYOND.test(text) ? undefined : asUtf8(text);
  return whole ?? text.replace(RUN, (run) => (DAMAGE.test(run) ? (asUtf8(run) ?? run) : run));
}

function asUtf8(text: string): string | undefined {
  const bytes = Buffer.concat(
    Array.from(text, (character) => {
      const code = character.charCodeAt(0);
      return code < 0x100 ? Buffer.from([code]) : iconv.encode(character, "windows-1252");
    }),
  );
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
