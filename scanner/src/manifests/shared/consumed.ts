// Processes a long list once and frees each item after use, because the entries of a large lockfile and all findings
// made of them would not fit in memory together.

/** The results of `read` for each item, without undefined. Empties the list. */
export function consumed<Item, Result>(
  list: Item[],
  read: (item: Item, index: number) => Result | undefined,
): Result[] {
  const results: Result[] = [];
  const items: (Item | undefined)[] = list;
  for (let i = 0; i < items.length; i++) {
    const item = items[i] as Item;
    items[i] = undefined;
    const result = read(item, i);
    if (result !== undefined) results.push(result);
  }
  list.length = 0;
  return results;
}

/** The same for the fields of an object. They stay, but their values become null. */
export function consumedFields<Value, Result>(
  fields: Record<string, Value>,
  read: (key: string, value: Value) => Result | undefined,
): Result[] {
  const values: Record<string, Value | null> = fields;
  return consumed(Object.keys(fields), (key) => {
    const value = values[key] as Value;
    values[key] = null;
    return read(key, value);
  });
}
