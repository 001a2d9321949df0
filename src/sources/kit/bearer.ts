/** The header that carries a token (RFC 6750); none where no token is set. */
export const bearer = (token: string): Readonly<Record<string, string>> =>
  token ? { authorization: `Bearer ${token}` } : {};
