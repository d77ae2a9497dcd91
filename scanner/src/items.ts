// Items of lists that the code around them has made sure of. A missing one is a fault, which is reported where it happens.

/** The item at the index. */
export function itemAt<Item>(list: readonly Item[], index: number): Item {
  const item = list[index];
  if (item === undefined) throw new RangeError(`item ${index} is wanted of a list of ${list.length}`);
  return item;
}

/** The byte at the offset, 0 outside of them: neither a letter nor a digit, a blank or a sign. */
export function byteAt(bytes: Uint8Array, offset: number): number {
  return bytes[offset] ?? 0;
}

export function firstOf<Item>(list: readonly Item[]): Item {
  return itemAt(list, 0);
}

export function lastOf<Item>(list: readonly Item[]): Item {
  return itemAt(list, list.length - 1);
}
