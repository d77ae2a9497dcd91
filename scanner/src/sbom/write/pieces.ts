// A document in the order in which it is written, whatever its form: a member with its value, or a member that is a list, whose elements come one by
// one. The forms (JSON here, XML and tags in their own files) turn the same pieces into text, so that no form has facts of its own.

export type DocumentPiece =
  | { member: string; value: unknown }
  | { member: string; elements: AsyncIterable<Readonly<Record<string, unknown>>> };

/** Each member and each element is on a line of its own. */
export async function* inJson(pieces: AsyncIterable<DocumentPiece>): AsyncGenerator<string, void> {
  let before = '{\n';
  for await (const piece of pieces) {
    yield `${before}${JSON.stringify(piece.member)}: `;
    before = ',\n';
    if ('value' in piece) {
      yield JSON.stringify(piece.value);
      continue;
    }
    let separator = '[\n';
    for await (const element of piece.elements) {
      yield `${separator}${JSON.stringify(element)}`;
      separator = ',\n';
    }
    yield separator === '[\n' ? '[\n]' : '\n]';
  }
  yield '\n}\n';
}
