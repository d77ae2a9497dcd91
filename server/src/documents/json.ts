// Writes JSON as a stream, for data of any length.

/** `{…head, "member": [rows]}`; each list is read only once. */
export async function* jsonDocument(
  head: Record<string, unknown>,
  lists: readonly (readonly [name: string, rows: AsyncIterable<unknown>])[],
): AsyncGenerator<string> {
  yield JSON.stringify(head, null, 2).replace(/\n\}$/, '');
  for (const [name, rows] of lists) {
    yield `,\n  ${JSON.stringify(name)}: [`;
    let isFirst = true;
    for await (const row of rows) {
      yield `${isFirst ? '' : ','}\n    ${JSON.stringify(row)}`;
      isFirst = false;
    }
    yield isFirst ? ']' : '\n  ]';
  }
  yield '\n}\n';
}
