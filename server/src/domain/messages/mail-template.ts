// Templates of mails: an HTML text with a `Subject:` line (any case, anywhere in the file), variables `${NAME}` and inline images
// `cid:name`. Lists the content and the problems of a template, and renders subject and HTML; reads no files.
//
// Decided here, because the interface is silent:
// - The first `Subject:` line is the subject and is removed from the text; it may be in an HTML comment of its own.
// - Values are escaped in the HTML. In the subject they are unchanged except that line breaks become blanks, so no value can add a header.
// - A template without a subject gets the built-in one. A variable that the event does not have stays unchanged in the text. Both problems
//   are reported, and neither prevents the mail.
import { own } from '@assay/scanner/items';
import type { MailListLine, MailValues } from './mail-events.ts';

export interface ParsedTemplate {
  /** Undefined if the file has no `Subject:` line, or an empty one. */
  subject: string | undefined;
  html: string;
}

const SUBJECT_LINE = /^[ \t]*(<!--[ \t]*)?subject:(.*)$/i;
const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;
const INLINE_IMAGE = /\bcid:([^\s"'<>)\\]+)/gi;
/** A header line may have 998 characters, which is more than anybody reads. */
const LONGEST_SUBJECT = 250;

export function parseTemplate(source: string): ParsedTemplate {
  const lines = source.replace(/^\ufeff/, '').split(/\r?\n/);
  const at = lines.findIndex((line) => SUBJECT_LINE.test(line));
  const [, opening, rest = ''] = SUBJECT_LINE.exec(lines[at] ?? '') ?? [];
  if (at < 0) return { subject: undefined, html: lines.join('\n') };
  const isClosed = rest.trimEnd().endsWith('-->');
  const text = isClosed ? rest.trimEnd().slice(0, -3) : rest;
  // A comment that continues after the line stays open.
  lines.splice(at, 1, ...(opening && !isClosed ? ['<!--'] : !opening && isClosed ? ['-->'] : []));
  return { subject: text.trim() || undefined, html: lines.join('\n') };
}

/** The problems of a template that a person should correct, as sentences. */
export function templateProblems(template: ParsedTemplate, known: readonly string[]): string[] {
  const problems: string[] = [];
  if (template.subject === undefined)
    problems.push('It has no line "Subject: …" with a text; the built-in subject is used.');
  const used = new Set(
    [...`${template.subject ?? ''}\n${template.html}`.matchAll(VARIABLE)].map(([, name = '']) => name),
  );
  for (const name of used)
    if (!known.includes(name))
      problems.push(`It uses \${${name}}, which this mail does not have; known are ${known.join(', ')}.`);
  return problems;
}

/** File names of the inline images of a template. */
export function inlineImages({ html }: ParsedTemplate): string[] {
  return [...new Set([...html.matchAll(INLINE_IMAGE)].map(([, name = '']) => decoded(name)))];
}

/** The values of one mail, with the server's address in front of page paths. */
export interface FilledValues {
  texts: Record<string, string>;
  lists: Record<string, { text: string; url?: string }[]>;
}

export function fillValues({ texts, pages, lists }: MailValues, baseUrl: string): FilledValues {
  const urlOf = (page: string) => baseUrl.replace(/\/+$/, '') + page;
  const lineOf = ({ text, page }: MailListLine) => (page === undefined ? { text } : { text, url: urlOf(page) });
  return {
    texts: { ...texts, ...Object.fromEntries(Object.entries(pages).map(([name, page]) => [name, urlOf(page)])) },
    lists: Object.fromEntries(Object.entries(lists).map(([name, lines]) => [name, lines.map(lineOf)])),
  };
}

export function fillSubject(subject: string, values: FilledValues): string {
  const filled = subject.replaceAll(VARIABLE, (written, name: string) => {
    const list = own(values.lists, name);
    return list?.map(({ text }) => text).join(', ') ?? own(values.texts, name) ?? written;
  });
  const line = filled.replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim();
  const characters = [...line];
  return characters.length > LONGEST_SUBJECT ? `${characters.slice(0, LONGEST_SUBJECT - 1).join('')}…` : line;
}

export function fillHtml(html: string, values: FilledValues): string {
  return html.replaceAll(VARIABLE, (written, name: string) => {
    const list = own(values.lists, name);
    if (list !== undefined) return listHtml(list);
    const text = own(values.texts, name);
    return text === undefined ? written : escapeHtml(text).replaceAll(/\r?\n/g, '<br>\n');
  });
}

function listHtml(lines: { text: string; url?: string }[]): string {
  const items = lines.map(({ text, url }) => {
    const words = escapeHtml(text);
    return `<li>${url === undefined ? words : `<a href="${escapeHtml(url)}">${words}</a>`}</li>`;
  });
  return `<ul>\n${items.join('\n')}\n</ul>`;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** `cid:my%20logo.png` names the file `my logo.png`. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
