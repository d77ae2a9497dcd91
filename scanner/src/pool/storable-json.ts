// JSON that jsonb accepts: it refuses the NUL escape and lone surrogates, and both can occur in foreign text.

/** Only these escapes may be refused. An escaped backslash before the same letters matches too, which costs only time. */
const MAY_BE_REFUSED = /\\u0000|\\ud[89a-f]/;

export function storableJson(value: unknown): string {
  // A replacer function takes several times as long, and hardly any value needs it.
  const text = JSON.stringify(value);
  return MAY_BE_REFUSED.test(text) ? JSON.stringify(value, storable) : text;
}

function storable(_key: string, member: unknown): unknown {
  return typeof member === 'string' ? member.replaceAll('\0', '\ufffd').toWellFormed() : member;
}
