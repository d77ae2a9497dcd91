// Splits a CMake file into commands and their arguments, without knowing the meaning of any command.
// Format: https://cmake.org/cmake/help/latest/manual/cmake-language.7.html
export interface Command {
  /** In lower case. */
  name: string;
  words: string[];
  /** 1-based. */
  line: number;
  /** The lines of the words. */
  lines: number[];
}

const MAX_WORDS = 1000;
/** Comments, bracket arguments, quoted arguments, other arguments, parentheses, line ends. */
const TOKEN = /#\[(=*)\[|#[^\n]*|\[(=*)\[|"(?:[^"\\]|\\[\s\S])*"?|[()]|\n|(?:[^\s()#"\\]|\\[\s\S])+/g;

export function readCommands(text: string): Command[] {
  const commands: Command[] = [];
  let command: Command | undefined;
  let name = '';
  let depth = 0;
  let line = 1;
  const add = (word: string) => {
    if (command === undefined || command.words.length >= MAX_WORDS) return;
    command.words.push(word);
    command.lines.push(line);
  };
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    const [token] = match;
    const equals = match[1] ?? match[2];
    if (equals !== undefined) {
      // A bracket argument is one word; a comment in brackets is skipped.
      const end = text.indexOf(`]${equals}]`, match.index);
      const stop = end < 0 ? text.length : end;
      if (match[2] !== undefined) add(text.slice(match.index + token.length, stop).trim());
      line += linesIn(text.slice(match.index, stop));
      TOKEN.lastIndex = stop + equals.length + 2;
    } else if (token === '\n') line += 1;
    else if (token[0] === '#') continue;
    else if (token === '(') {
      if (depth === 0) {
        command = { name: name.toLowerCase(), words: [], line, lines: [] };
        commands.push(command);
      }
      depth += 1;
    } else if (token === ')') {
      depth = Math.max(0, depth - 1);
      if (depth === 0) command = undefined;
    } else {
      if (command === undefined) name = token.slice(0, 200);
      else add(token[0] === '"' ? token.replace(/^"|"$/g, '') : token);
      if (token[0] === '"') line += linesIn(token);
    }
  }
  return commands;
}

function linesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
