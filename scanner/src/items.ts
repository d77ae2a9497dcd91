// Reads items of lists and maps that the surrounding code guarantees. A missing item is a fault, which is reported where it happens. Also reads
// members and texts of foreign bytes, for which nothing is guaranteed.

/** The item at the index of a list, of a match's groups, or of a text's characters. */
export function itemAt<Item>(list: ArrayLike<Item>, index: number): Item {
  const item = list[index];
  if (item === undefined) throw new RangeError(`item ${index} is missing in a list of ${list.length}`);
  return item;
}

/** The byte at the offset. 0 outside the bytes, which is not a letter, digit, blank or punctuation. */
export function byteAt(bytes: Uint8Array, offset: number): number {
  return bytes[offset] ?? 0;
}

export function firstOf<Item>(list: ArrayLike<Item>): Item {
  return itemAt(list, 0);
}

export function lastOf<Item>(list: ArrayLike<Item>): Item {
  return itemAt(list, list.length - 1);
}

/**
 * The pieces of a text between separators, without the blanks around them. A pattern with blanks on both sides of the separator would need
 * quadratic time: it tries each blank of a long row as a beginning.
 */
export function piecesOf(text: string, separator: string | RegExp): string[] {
  return text.split(separator).map((piece) => piece.trim());
}

/** A value that is made when it is first asked for. */
export function madeOnce<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The value of the key in the map. */
export function valueFor<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new RangeError(`the map has no value for ${String(key)}`);
  return value;
}

/** Returns the value, which must exist. `what` names it in the error if it is missing. */
export function present<Value>(value: Value | null | undefined, what: string): Value {
  if (value === undefined || value === null) throw new RangeError(`the ${what} is missing`);
  return value;
}

/** Whether a foreign value is an object with members: no list, no null, no date of a parser. */
export function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** An object's own member, for objects made from foreign text. Ignores inherited members such as `constructor`. */
export function own<T>(fields: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Decodes the percent signs of an address; returns it unchanged if they are malformed. */
export function decodedText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
