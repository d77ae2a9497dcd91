// Items of lists and maps that the code around them has made sure of: a missing one is a fault, which is reported where it happens. And
// members and texts of foreign bytes, of which nothing is sure.

/** The item at the index: of a list, the groups of a match, or the sign of a text. */
export function itemAt<Item>(list: ArrayLike<Item>, index: number): Item {
  const item = list[index];
  if (item === undefined) throw new RangeError(`item ${index} is wanted of a list of ${list.length}`);
  return item;
}

/** The byte at the offset, 0 outside of them: neither a letter nor a digit, a blank or a sign. */
export function byteAt(bytes: Uint8Array, offset: number): number {
  return bytes[offset] ?? 0;
}

export function firstOf<Item>(list: ArrayLike<Item>): Item {
  return itemAt(list, 0);
}

export function lastOf<Item>(list: ArrayLike<Item>): Item {
  return itemAt(list, list.length - 1);
}

/** The value that the map has for the key. */
export function valueFor<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new RangeError(`the map has nothing for ${String(key)}`);
  return value;
}

/** What must be there. `what` says what it is, should it be missing. */
export function present<Value>(value: Value | null | undefined, what: string): Value {
  if (value === undefined || value === null) throw new RangeError(`the ${what} is missing`);
  return value;
}

/** A member of an object that foreign text made; not what every object inherits, such as `constructor`. */
export function own<T>(fields: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Text of an address without its percent signs; as it is, when they are broken. */
export function decodedText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
