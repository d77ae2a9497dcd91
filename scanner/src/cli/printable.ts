// Makes foreign text (file names, copyright holders) safe to show on a terminal.

/** The text with control characters and direction marks written as `\xNN` or `\uNNNN`, so that it can neither move the cursor nor hide a part of itself. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}
