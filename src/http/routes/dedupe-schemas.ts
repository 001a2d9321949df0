/** Says nothing twice: no alternative that another one is already, no component that nobody names. */
export function dedupeSchemas<Document extends object>(document: Document): Document {
  oneOfAKind(document);
  const schemas = at(document, "components", "schemas");
  for (let dropped = true; dropped; ) {
    const text = JSON.stringify(document);
    const unnamed = Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`));
    for (const name of unnamed) Reflect.deleteProperty(schemas, name);
    dropped = unnamed.length > 0;
  }
  return document;
}

function oneOfAKind(node: unknown): void {
  if (typeof node !== "object" || node === null) return;
  for (const child of Object.values(node)) oneOfAKind(child);
  if (!("anyOf" in node && Array.isArray(node.anyOf))) return;
  const kinds = [...new Map(node.anyOf.map((kind) => [JSON.stringify(kind), kind])).values()];
  node.anyOf = kinds;
  if (kinds.length > 1) return;
  Reflect.deleteProperty(node, "anyOf");
  Object.assign(node, { ...kinds[0], ...node });
}

/** An object within an object; an empty one where it is not there. */
function at(node: unknown, ...path: readonly string[]): object {
  const found = path.reduce<unknown>(
    (inner, name) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, name) : undefined),
    node,
  );
  return typeof found === "object" && found !== null ? found : {};
}
