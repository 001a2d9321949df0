/** Returns the number of tokens of a text; throws where it holds a special token that is disallowed. */
export function countTokens(text: string, options?: { readonly disallowedSpecial?: ReadonlySet<string> }): number;
