/** Computes a value on the first call and keeps it for the sections and formats of a report. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
