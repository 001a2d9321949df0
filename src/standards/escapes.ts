/**
 * Percent-encoding in the normal form of RFC 3986 §6.2.2: encoded unreserved characters (§2.3) are decoded, the other
 * escapes written in capitals.
 */
export const normalTriplets = (text: string): string =>
  text.replace(/%([\da-f]{2})/gi, (triplet: string, digits: string) => {
    const character = String.fromCharCode(Number.parseInt(digits, 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : triplet.toUpperCase();
  });
