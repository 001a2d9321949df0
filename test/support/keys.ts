/** A key that fits where it stands: a base URL for a `…_URL`, an address for a `…_EMAIL`. */
export const keyValue = (name: string): string =>
  name.endsWith("_URL") ? "https://instance.example" : name.endsWith("_EMAIL") ? "someone@example.org" : "test-key";
