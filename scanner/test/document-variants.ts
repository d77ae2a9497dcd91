// For tests of readers: a document in which each member, at any depth, is in turn replaced by another value.
export function* variantsOf(document: unknown, wrong: unknown): Generator<unknown> {
  if (typeof document !== 'object' || document === null) return;
  for (const name of Object.keys(document)) {
    const replace = (value: unknown) =>
      Array.isArray(document)
        ? document.map((one, at) => (String(at) === name ? value : one))
        : { ...document, [name]: value };
    yield replace(wrong);
    for (const inner of variantsOf((document as Record<string, unknown>)[name], wrong)) yield replace(inner);
  }
}
