/** A route with its parameters; one that is undefined is left out, of a list each entry is one. */
export function requestPath(path: string, parameters: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    for (const one of value === undefined ? [] : [value].flat()) query.append(name, String(one));
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The same route, asked for a task. */
export const asTask = (path: string): string => `${path}${path.includes("?") ? "&" : "?"}async=true`;
