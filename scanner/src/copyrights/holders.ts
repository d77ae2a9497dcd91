// Converts the tokens of a statement to its text, years and holder, and cleans holders for notices.
import { itemAt, lastOf } from '../items.ts';
import type { Token } from './tokens.ts';

/** Words that keep their full stop at the end. */
const abbreviated =
  /(?:^|[\s,])(?:inc|ltd|co|corp|llc|llp|lp|asa|sarl|srl|sas|gmbh|pty|plc|jr|sr|esq|bros|dr|et al|(?:\p{L}{1,2}\.){1,5}\p{L}{1,2}|\p{Lu})\.$/iu;

/** The text of the statement: joined tokens, with plain years and addresses, without trailing punctuation. */
export function statementText(tokens: Token[]): string {
  const text = tokens
    .map((token) =>
      token.kind === 'copyright'
        ? token.text.replace(/^(?!copr\b)(.*)\.$/i, '$1')
        : token.kind === 'year'
          ? token.text.replace(/-{2,3}/g, '-').replace(/[:;]+$/, '')
          : token.kind === 'url'
            ? plainUrl(token.text)
            : token.text,
    )
    .join(' ')
    .replace(/ ([,.](?= |$))/g, '$1')
    .replace(/<((?!www\.)[^<>@]*)>/g, '$1');
  return trimText(text);
}

/** `<http://acorn.org/>`: the brackets do not belong to the address. */
function plainUrl(text: string): string {
  return text.replace(/^<(.*?)\/?>(.?)$/, '$1$2');
}

/**
 * The years as written, without additional blanks. Names and addresses between years separate lists of years, which are
 * joined with a comma.
 */
export function statementYears(tokens: Token[]): string {
  const years: string[] = [];
  const known = new Set<string>();
  let gap = '';
  tokens.forEach((token) => {
    const isYear = token.kind === 'year' && !(years.length > 0 && isDate(token.core));
    const isPresent = /^(?:present|now|current|today)$/i.test(token.core) && years.length > 0;
    if (!isYear && !isPresent) {
      gap = years.length === 0 ? '' : joinerOf(token, gap);
      return;
    }
    const text = token.text.replace(/^[(<[]+/, '').replace(/[)>\].;:]+$/, '');
    const isRepeated = gap === ', ' && known.has(token.core);
    if (!isRepeated) years.push(years.length === 0 ? '' : gap || ' ', text);
    known.add(token.core);
    gap = /,$/.test(token.text) ? ' ' : '';
  });
  return years
    .join('')
    .replace(/,+, /g, ', ')
    .replace(/[,\s-]+$/, '');
}

/** `2004-06-04`, `22/2/2000`: the date of the text. Beside years, it is not a year of the copyright. */
function isDate(core: string): boolean {
  return /^\d{1,4}([-/.])\d{1,2}\1\d{1,4}$/.test(core);
}

/** What joins the years before the token with those after it. */
function joinerOf(token: Token, before: string): string {
  if (before === ', ') return before;
  if (token.kind === 'dash' || /^to$/i.test(token.core)) return '-';
  return token.kind === 'and' ? ` ${token.text} ` : ', ';
}

const month =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/i;

const weekday = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?$/i;
const dayOfMonth = /^\d{1,2}(?:st|nd|rd|th)?$/i;

/** Whether the token is the name of a day or month. */
export function beginsDate({ core }: Token): boolean {
  return weekday.test(core) || month.test(core);
}

/** The index where a date at the end begins, after an address or a comma: `Ann Oak (ann@oak.org), Fri Apr 2`. */
function beginningOfDate(tokens: Token[]): number {
  const isOfDate = (token: Token) => token.kind === 'year' || beginsDate(token) || dayOfMonth.test(token.core);
  let start = tokens.length;
  while (start > 0 && isOfDate(itemAt(tokens, start - 1))) start--;
  const previous = tokens[start - 1];
  return previous !== undefined && (previous.kind === 'email' || previous.text.endsWith(',')) ? start : tokens.length;
}

/** The holder named in the tokens; '' if there is none. Without a name, the address is the holder. */
export function statementHolder(tokens: Token[]): string {
  const words: string[] = [];
  const end = beginningOfDate(tokens);
  tokens.slice(0, end).forEach((token, index) => {
    if (!isApart(token, tokens[index - 1], tokens[index + 1], words.length > 0)) {
      if (beginsNextHolder(tokens, index) && words.length > 0 && !lastOf(words).endsWith(','))
        words[words.length - 1] += ',';
      words.push(token.text);
    } else if (words.length > 0 && token.kind === 'email' && /,$/.test(token.text) && !/,$/.test(lastOf(words))) {
      words[words.length - 1] += ',';
    }
  });
  const holder = cleanHolder(words.join(' '));
  if (holder !== '') return holder;
  return trimText(tokens.find(({ kind }) => kind === 'email' || kind === 'url')?.core ?? '');
}

/**
 * Whether the token begins the next of several holders: a name after years of its own, on a new line after a complete
 * name.
 */
function beginsNextHolder(tokens: Token[], index: number): boolean {
  if (itemAt(tokens, index).kind !== 'name') return false;
  let start = index;
  while (start > 0 && !itemAt(tokens, start).isFirst && itemAt(tokens, start - 1).kind === 'year') start--;
  if (start === index || !itemAt(tokens, start).isFirst) return false;
  const previous = tokens[start - 1]?.kind;
  return previous === 'name' || previous === 'company' || previous === 'email';
}

/** Whether the token belongs to the statement and not to the holder. */
function isApart(token: Token, previous: Token | undefined, next: Token | undefined, isInside: boolean): boolean {
  if (['copyright', 'sign', 'year', 'email', 'url'].includes(token.kind)) return true;
  if (token.kind === 'by') return !isInside;
  if (token.kind === 'dash') return previous?.kind === 'year' || next?.kind === 'year';
  if (next?.kind === 'year' && month.test(token.core)) return true;
  // A nickname: `Ann Oak (annie)`.
  return /^(?:present|now|current|today)$/i.test(token.core) || /^\(\p{Ll}+\),?$/u.test(token.text);
}

/** The holder in the form for a notice: without years, addresses, legal phrases and punctuation around it. */
export function cleanHolder(holder: string): string {
  const text = holder
    .slice(0, 2000)
    .replace(/\s+/g, ' ')
    .replace(/\ball rights? reserved\b.*$/i, '')
    .replace(/<[^<>\s@]*@[^<>\s]*>|\([^()\s@]*@[^()\s]*\)|<https?:[^<>\s]*>|\(https?:[^()\s]*\)/gi, ' ')
    .replace(/(?:^|\s)(?:\(c\)|©|copyright)(?=\s|$)/gi, ' ')
    .replace(/(?:^|\s)\(?(?:19|20)\d\d(?:\s?[-,]\s?(?:(?:19|20)?\d\d|present))*[),]?(?=[\s.;]|$)/g, ' ')
    .replace(/\(\s*\)|[<>]/g, ' ')
    .replace(/\[([^[\]]*)\]/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/\s,/g, ',');
  // One pattern removes all such words from the front at once, so the time is linear in their number.
  return trimText(
    text.replace(
      /^(?:[-,;:*/)|=&\s]+|\.(?!\p{L})|(?:by|and|or|is|are|of|held|owned|to|from|(?:works|property) of|\[?(?:year|yyyy)\]?|%[ds])\s+)+/iu,
      '',
    ),
  );
}

const trailing = new Set(' \t\n\r,;:|*/\\\'"`=_-([<');
/** A connector at the end, without a word that it connects. */
const dangling = /\s(?:and other|and|or|&|by|of|the|for)$/i;

/** Removes punctuation and connectors from the end. Keeps the full stop of abbreviations and initials. */
export function trimText(written: string): string {
  const text = written.trim();
  const opened = count(text, '(');
  let closed = count(text, ')');
  let start = 0;
  if (text.startsWith('(') && !text.startsWith('(c)') && opened > closed) start = 1;
  const hasAngle = text.includes('<');
  let end = text.length;
  while (end > start) {
    const last = text.charAt(end - 1);
    if (trailing.has(last) || (last === '>' && !hasAngle)) end--;
    else if (last === ')' && closed > opened) {
      closed--;
      end--;
    } else if (last === '.' && !abbreviated.test(text.slice(Math.max(start, end - 24), end))) end--;
    else {
      const word = dangling.exec(text.slice(Math.max(start, end - 12), end));
      if (word === null) break;
      end -= word[0].length;
    }
  }
  return text.slice(start, end);
}

function count(text: string, character: string): number {
  let found = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) found++;
  return found;
}
