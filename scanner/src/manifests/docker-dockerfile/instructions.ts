// Divides a Dockerfile into instructions: joins continued lines, drops comments and the texts of here-documents. Knows no instruction.
export interface Instruction {
  /** In capitals. */
  name: string;
  words: string[];
  /** 1-based line at which it begins. */
  line: number;
}

/** Longer instructions are scripts; their first words are enough. */
const MAX_WORDS = 200;
const MAX_LINE = 10_000;

export function readInstructions(text: string): Instruction[] {
  const continuation = /^#\s*escape\s*=\s*`/m.test(text.slice(0, 500)) ? '`' : '\\';
  const lines = text.split('\n');
  const instructions: Instruction[] = [];
  for (let i = 0; i < lines.length; ) {
    const start = i;
    const parts: string[] = [];
    for (; i < lines.length; i++) {
      const line = (lines[i] ?? '').trim();
      // Comments and blank lines may stand inside a continued instruction.
      if (line.startsWith('#') || (line === '' && parts.length > 0)) continue;
      const isContinued = line.endsWith(continuation);
      parts.push((isContinued ? line.slice(0, -1) : line).slice(0, MAX_LINE));
      if (!isContinued) break;
    }
    i += 1;
    const [name = '', ...words] = parts.join(' ').trim().split(/\s+/, MAX_WORDS);
    if (name === '') continue;
    const first = lines.slice(start, start + 200).findIndex((line) => !/^\s*(#|$)/.test(line));
    instructions.push({ name: name.toUpperCase(), words, line: start + Math.max(0, first) + 1 });
    for (const word of words) {
      const mark = /^<<-?["']?(\w+)["']?/.exec(word)?.[1];
      if (mark === undefined || !/^(RUN|COPY|ADD)$/i.test(name)) continue;
      const end = endOfText(lines, i, mark);
      if (end >= 0) i = end + 1;
    }
  }
  return instructions;
}

/** The line that ends a here-document. They are short; further away no end is looked for. */
function endOfText(lines: readonly string[], from: number, mark: string): number {
  for (let at = from; at < Math.min(lines.length, from + 5000); at++) if ((lines[at] ?? '').trim() === mark) return at;
  return -1;
}
