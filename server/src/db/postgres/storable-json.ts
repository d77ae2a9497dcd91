// JSON as jsonb takes it: it refuses the NUL escape and halves of surrogate pairs, and both can stand in what strangers wrote.

/** Only these two begin an escape that may be refused; a backslash before it is seen as one, too, and costs nothing but time. */
const MAY_BE_REFUSED = /\\u0000|\\ud[89a-f]/;

export function storableJson(value: unknown): string {
  // Asking a function about every member takes several times as long, and nearly nothing needs it.
  const text = JSON.stringify(value);
  return MAY_BE_REFUSED.test(text) ? JSON.stringify(value, storable) : text;
}

function storable(_key: string, member: unknown): unknown {
  return typeof member === 'string' ? member.replaceAll('\0', '\ufffd').toWellFormed() : member;
}
