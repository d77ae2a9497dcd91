// JSON written as it comes, for data of any length.

/** `{…head, "member": [rows]}`, where each further member is a list that is walked only once. */
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
