// Reads Yarn's notation of requests.

/** `name@range`; the name may have a scope. undefined if there is no range. */
export function splitDescriptor(descriptor: string): { key: string; requirement: string } | undefined {
  const at = descriptor.indexOf('@', 1);
  return at < 0 ? undefined : { key: descriptor.slice(0, at), requirement: descriptor.slice(at + 1) };
}
