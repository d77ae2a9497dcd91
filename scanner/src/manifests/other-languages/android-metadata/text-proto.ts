// Reads protocol buffers in text form: fields with texts, numbers and words, and messages in braces.
// Specification: https://protobuf.dev/reference/protobuf/textformat-spec/

export interface ProtoMessage {
  /** Fields in the order of the file; a repeated field has several entries. */
  fields: { name: string; value: string | ProtoMessage; line: number }[];
}

const MOST_DEPTH = 100;
const TOKEN = /\s+|#[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[{}<>:;,[\]]|[^\s"'{}<>:;,[\]#]+|["']/y;

/** The message of a text, or the reason why it cannot be read, with the line. */
export function parseTextProto(text: string): ProtoMessage | string {
  const root: ProtoMessage = { fields: [] };
  const open: ProtoMessage[] = [root];
  let name: { text: string; line: number } | undefined;
  let isAfterValue = false;
  for (const { token, line } of tokensOf(text)) {
    const message = open.at(-1);
    if (message === undefined) return `line ${line} closes a message that was never opened`;
    if (token === '{' || token === '<') {
      if (name === undefined) return `line ${line} opens a message without a name`;
      if (open.length > MOST_DEPTH) return `line ${line} is nested too deep`;
      const value: ProtoMessage = { fields: [] };
      message.fields.push({ name: name.text, value, line: name.line });
      open.push(value);
      name = undefined;
    } else if (token === '}' || token === '>') {
      open.pop();
      isAfterValue = false;
    } else if (':;,[]'.includes(token)) {
      // Separators, and the brackets of lists. The values of a list are stored like those of a repeated field.
      if (token === ':') isAfterValue = false;
    } else if (name === undefined) {
      const text = unquoted(token);
      const last = message.fields.at(-1);
      // Adjacent strings are one string.
      if (isAfterValue && /^["']/.test(token) && typeof last?.value === 'string') last.value += text;
      else name = { text: token, line };
    } else {
      message.fields.push({ name: name.text, value: unquoted(token), line: name.line });
      name = undefined;
      isAfterValue = true;
    }
  }
  return open.length === 1 ? root : 'the last message is not closed';
}

function* tokensOf(text: string): Generator<{ token: string; line: number }> {
  TOKEN.lastIndex = 0;
  let line = 1;
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) return;
    const start = line;
    for (let end = token.indexOf('\n'); end !== -1; end = token.indexOf('\n', end + 1)) line++;
    if (!/^[\s#]/.test(token)) yield { token, line: start };
    TOKEN.lastIndex = at + token.length;
  }
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

function unquoted(token: string): string {
  if (token.length < 2 || !/^["']/.test(token)) return token;
  return token
    .slice(1, -1)
    .replace(/\\(.)/g, (_, char: string) => (Object.hasOwn(ESCAPED, char) ? ESCAPED[char] : undefined) ?? char);
}
