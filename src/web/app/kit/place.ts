import { signal } from "@preact/signals";

/** Where the service stands: `/`, or the path below which a proxy shows it. Ends with a slash. */
export const ROOT: string = new URL(document.documentElement.dataset["root"] ?? "./", location.href).pathname;

export interface Place {
  /** The path below the root, without a slash at its beginning: `ui/search`. */
  readonly path: string;
  readonly query: URLSearchParams;
}

const here = (): Place => ({
  path: decodeURI(location.pathname.slice(ROOT.length)).replace(/\/+$/, ""),
  query: new URLSearchParams(location.search),
});

/** What is shown: the whole state of a view is in its address. */
export const place = signal<Place>(here());

addEventListener("popstate", () => {
  place.value = here();
});

type Wanted = Readonly<Record<string, string | undefined>>;

/** The address of a view below the root. */
export function addressOf(path: string, query: Wanted = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const words = new URLSearchParams(given).toString();
  return `${ROOT}${path}${words && `?${words}`}`;
}

/** Goes to a view; `replace` leaves no step to go back to. */
export function go(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", address);
  else if (address !== location.pathname + location.search) history.pushState(null, "", address);
  place.value = here();
}

/** Changes some of the present view's parameters. */
export function change(query: Wanted, options?: { readonly replace?: boolean }): void {
  const words = new URLSearchParams(place.value.query);
  for (const [name, value] of Object.entries(query)) {
    if (value) words.set(name, value);
    else words.delete(name);
  }
  const written = words.toString();
  go(`${ROOT}${place.value.path}${written && `?${written}`}`, options);
}
