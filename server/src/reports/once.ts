/** Computes a value at the first call and keeps it, for several sections or formats of a report. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
