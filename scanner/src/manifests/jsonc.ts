// Reads JSON with comments and trailing commas, as Bun and Deno write it. Pure and linear.

/** Throws what JSON.parse throws. */
export function parseJsonc(text: string): unknown {
  const token = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"|\/\/[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/)?|,|[^",/]+|["/]/g;
  const kept: string[] = [];
  /** A comma that waits for what follows. */
  let hasComma = false;
  for (const [found] of text.matchAll(token)) {
    if (found.startsWith('//') || found.startsWith('/*')) continue;
    if (found === ',') {
      if (hasComma) kept.push(',');
      hasComma = true;
      continue;
    }
    if (hasComma && found.trim() !== '') {
      if (!/^\s*[}\]]/.test(found)) kept.push(',');
      hasComma = false;
    }
    kept.push(found);
  }
  return JSON.parse(kept.join(''));
}
