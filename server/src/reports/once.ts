/** Makes a value when it is first asked for, and not again: what several sections of a report, or several formats, are made of. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
