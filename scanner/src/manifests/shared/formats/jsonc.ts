// Reads JSON with comments and trailing commas, as used by Bun and Deno. Pure and linear.

const COMMENT = String.raw`\/\/[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/)?`;

/** Throws the errors of JSON.parse. */
export function parseJsonc(text: string): unknown {
  const token = new RegExp(String.raw`"[^"\\\n]*(?:\\.[^"\\\n]*)*"|${COMMENT}|,`, 'g');
  const blank = new RegExp(String.raw`(?:\s+|${COMMENT})*`, 'y');
  // Matches long runs of unchanged text: a list of all tokens would take many times the memory of the text.
  let kept = '';
  let from = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const { 0: found, index } = match;
    if (found[0] === '"') continue;
    if (found === ',') {
      blank.lastIndex = index + 1;
      blank.exec(text);
      const next = text[blank.lastIndex];
      if (next !== '}' && next !== ']' && next !== undefined) continue;
    }
    kept += text.slice(from, index);
    from = index + found.length;
  }
  return JSON.parse(kept + text.slice(from));
}
