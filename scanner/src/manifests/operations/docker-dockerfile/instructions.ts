// Splits a Dockerfile into instructions: joins continued lines, removes comments and the content of here-documents. It
// does not know the meaning of any instruction.
export interface Instruction {
  /** In upper case. */
  name: string;
  words: string[];
  /** 1-based line on which it begins. */
  line: number;
}

/** Longer instructions are scripts, of which the first words are enough. */
const MAX_WORDS = 200;
const MAX_LINE = 10_000;

export function readInstructions(text: string): Instruction[] {
  // Directives of the parser count only before all other comments.
  const directives = /^\uFEFF?(?:#[ \t]*\w+[ \t]*=[^\n]*\n?)*/.exec(text.slice(0, 2000))?.[0] ?? '';
  const continuation = /^#\s*escape\s*=\s*`/m.test(directives) ? '`' : '\\';
  const lines = text.split('\n');
  const instructions: Instruction[] = [];
  for (let i = 0; i < lines.length; ) {
    const start = i;
    const parts: string[] = [];
    for (; i < lines.length; i++) {
      const line = (lines[i] ?? '').trimEnd();
      const start = line.trimStart();
      // A continued instruction may contain comments and blank lines.
      if (start.startsWith('#') || (start === '' && parts.length > 0)) continue;
      const isContinued = line.endsWith(continuation);
      // Lines are joined as they are: `node:\` and `18` make `node:18`.
      parts.push((isContinued ? line.slice(0, -1) : line).slice(0, MAX_LINE));
      if (!isContinued) break;
    }
    i += 1;
    const [name = '', ...words] = parts.join('').trim().split(/\s+/, MAX_WORDS);
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

/** The line that ends a here-document. Here-documents are short, so only a limited number of lines is searched. */
function endOfText(lines: readonly string[], from: number, mark: string): number {
  for (let at = from; at < Math.min(lines.length, from + 5000); at++) if ((lines[at] ?? '').trim() === mark) return at;
  return -1;
}
