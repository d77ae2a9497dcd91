// Makes rules from the SPDX list: each license's text, the text without title and appendix, its name and its id. Replaces parts that differ between
// copies (years, holders, names in disclaimers) by placeholders. The caller passes the list; what is known of single texts is data: spdx-texts.yaml.
import { readFileSync } from 'node:fs';
import { parseData } from '../../data-files.ts';
import { currentId } from '../../expressions/index.ts';
import { ANY_WORDS, type RuleSource } from '../engine/compile-index.ts';
import { hasGnuVersion, isGnuOnly } from './license-ids.ts';

/** In the form of `spdx-license-list`. */
export interface SpdxText {
  name: string;
  url?: string;
  osiApproved: boolean;
  licenseText: string;
}

interface TextsFile {
  named: string[];
  decisive: Record<string, string>;
  sameAsPlain: string[];
  mayLackDisclaimer: string[];
  appended: Record<string, string>;
}

const KEYS = ['named', 'decisive', 'sameAsPlain', 'mayLackDisclaimer', 'appended'];

const FILE = new URL('../../../rules/spdx-texts.yaml', import.meta.url);

/** What scanner/rules/spdx-texts.yaml says of texts of the SPDX list; a key that nothing reads is refused. */
export function readTextsFile(yaml = readFileSync(FILE, 'utf8')): TextsFile {
  const { spdxTexts } = parseData(yaml) as { spdxTexts: TextsFile };
  for (const key of Object.keys(spdxTexts))
    if (!KEYS.includes(key))
      throw new Error(`scanner/rules/spdx-texts.yaml: nothing reads the key "${key}"; it may be misspelt`);
  return spdxTexts;
}

const { named, decisive: decisiveWords, sameAsPlain, mayLackDisclaimer, appended: appendedTitles } = readTextsFile();
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const NAMED_TEXTS = new RegExp(`^(?:${named.map(escaped).join('|')})`, 'i');
const DECISIVE = new Map(
  Object.entries(decisiveWords).map(([id, words]) => [id, new RegExp(escaped(words).replaceAll(' ', '\\s+'), 'i')]),
);
const APPENDED = new Map(
  Object.entries(appendedTitles).map(([id, title]) => [
    id,
    new RegExp(`\\n\\s*${escaped(title).replaceAll(' ', '\\s+')}`),
  ]),
);

/** Rules of one license of the list. */
export function rulesOfText(id: string, license: SpdxText, minimumCoverage = 0): RuleSource[] {
  // A text with declared invariant sections reads like the plain one; the text alone cannot distinguish them.
  if (sameAsPlain.some((part) => id.includes(part))) return [];
  const expression = currentId(id);
  // GPL-2.0-only, GPL-2.0-or-later and the deprecated GPL-2.0+ have one text, which alone means "only".
  if (expression === undefined || (hasGnuVersion(id) && !isGnuOnly(id))) return [];
  const text = openTemplate(id, license.licenseText);
  const rules: RuleSource[] = [];
  const add = (part: string, body: string) => {
    if (wordCount(body) >= 12)
      rules.push({ name: `spdx/${id}/${part}`, expression, kind: 'text', text: body, minimumCoverage });
  };
  add('text', text);
  const end = /END OF (THE )?TERMS AND CONDITIONS|How to Apply These Terms|APPENDIX: How to apply/i.exec(text);
  if (end && end.index > text.length / 2) add('terms', text.slice(0, end.index));
  const body = withoutTitle(text);
  if (body !== text) {
    add('body', body);
    if (end && end.index > text.length / 2) add('body-terms', withoutTitle(text.slice(0, end.index)));
  }
  const appended = APPENDED.get(id)?.exec(text);
  if (appended && appended.index > 1000) {
    add('own', text.slice(0, appended.index));
    add('own-body', withoutTitle(text.slice(0, appended.index)));
  }
  languagesOf(text).forEach((part, number) => {
    add(`language-${number + 1}`, part);
  });
  // Copies often leave out the disclaimer or replace it.
  const disclaimer = mayLackDisclaimer.includes(id) ? /(this|the) software is provided/i.exec(body) : null;
  if (disclaimer && disclaimer.index > 200) {
    rules.push({
      name: `spdx/${id}/grant`,
      expression,
      kind: 'text',
      text: body
        .slice(0, disclaimer.index)
        .replace(/\W+$/, '')
        .replace(/endorse\s+or\s+promote\s+products/i, '{{$&}}'),
      relevance: 90,
    });
  }
  return rules;
}

const wordCount = (text: string) => text.split(/\s+/).length;

const LEAST_PART = 100;

/** The halves of a text in two languages, Chinese or Japanese and then English: many copies contain one of them. */
function languagesOf(text: string): string[] {
  const end = /^.*[\u3040-\u9fff][^\n]*\n/s.exec(text)?.[0].length ?? 0;
  const [first, second] = [text.slice(0, end), text.slice(end)];
  const characters = first.match(/[\u3040-\u9fff]/g)?.length ?? 0;
  return characters >= LEAST_PART && wordCount(second) >= LEAST_PART ? [first, second] : [];
}

/** The text with "any words" in place of placeholders, copyright lines and names. */
function openTemplate(id: string, text: string): string {
  let open = text
    .replace(/<<[^<>]{1,200}>>/g, ANY_WORDS)
    .replace(/<(?!https?:|mailto:|ftp:)[a-zA-Z][^<>@\n]{0,80}>/g, ANY_WORDS)
    .replace(
      /\[(?:[^\]\n]{0,40}(?:year|yyyy|name|owner|holder|organi[sz]ation|author|licensor|date|project|insert)[^\]\n]{0,60})\]/gi,
      ANY_WORDS,
    )
    .replace(/_{4,}/g, ANY_WORDS)
    .replace(/\$\{[^}\n]{1,60}\}/g, ANY_WORDS);
  let lineNumber = 0;
  open = open
    .split('\n')
    .map((line) => {
      lineNumber++;
      return /^\W*(portions )?copyright\b.{0,140}$/i.test(line) &&
        /\d{4}|\(c\)|©|\u0000/i.test(line) &&
        lineNumber < 60 &&
        line.length < 140
        ? ANY_WORDS
        : line;
    })
    .map((line) => (/^\s*all rights reserved\.?\s*$/i.test(line) ? ANY_WORDS : line))
    .join('\n');
  if (NAMED_TEXTS.test(id)) open = blankNames(open);
  const decisive = DECISIVE.get(id);
  return decisive ? open.replace(decisive, '{{$&}}') : open;
}

const W = '(?:[\\w.,&"\'/()<>-]|\\u0000)+';

/** Names of holders in the sentences that BSD-like texts share. */
function blankNames(text: string): string {
  const gap = '\\s+';
  const names = (least: number, most: number) => `(?:${W}${gap}){${least},${most}}?`;
  const blank = (before: string, most: number, after: string): [RegExp, string] => [
    new RegExp(`(${before.replaceAll(' ', gap)})${gap}${names(1, most)}(${after.replaceAll(' ', gap)})`, 'gi'),
    `$1 ${ANY_WORDS} $2`,
  ];
  const sentences: [RegExp, string][] = [
    blank('neither the names? (?:of)?', 14, 'nor the names? of'),
    blank('nor the names? of', 6, 'may'),
    blank('(?:is|are) provided by', 14, '["\'`]*as is'),
    blank('in no event (?:shall|will)', 24, 'be liable'),
    blank('the name(?:s|\\(s\\))? of', 14, '(?:not be|may not be|shall not be|be) used'),
    blank('prior written (?:permission|authorization) (?:of|from)', 10, '(?:makes|make|disclaims)'),
    blank('prior permission\\.', 10, '(?:makes|make|disclaims)'),
    blank('(?:implied )?warranty\\.', 10, 'disclaims?'),
    blank('even if', 10, 'has been advised'),
    blank('such damage\\.', 10, 'specifically disclaims'),
    blank('"as is" basis, and', 10, 'has no obligations?'),
  ];
  return sentences.reduce((open, [pattern, replacement]) => open.replace(pattern, replacement), text);
}

/** Removes the part before the grant: the title and the copyright lines. */
function withoutTitle(text: string): string {
  const head = text.slice(0, 500);
  const last = head.lastIndexOf(ANY_WORDS);
  const start = /^(?:.{0,200}\n\s*\n)?/.exec(head)?.[0].length ?? 0;
  if (last >= 0 && last < 250) return text.slice(last + 1);
  return start > 0 && start < 200 ? text.slice(start) : text;
}

/** Ways to write a license's SPDX name: with and without article, `v` or `version`, `.0`. */
export function nameSpellings(name: string): string[] {
  const plain = name
    .replace(/["“”]/g, '')
    .replace(/\s*\([^)]*\)/g, '')
    .replace(/[,]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const version = /\s+v?(?:er(?:sion)?\.?\s*)?(\d+(?:\.\d+)*)\b/i.exec(plain);
  const bases = [plain, plain.replace(/\b[Ll]icence\b/g, 'License')];
  if (!version) return [...new Set(bases)];
  const [whole, number = ''] = version;
  const numbers = [number, number.replace(/\.0$/, '')];
  return [
    ...new Set(
      bases.flatMap((base) =>
        ['', 'v', 'version ', 'ver '].flatMap((word) => numbers.map((n) => base.replace(whole, ` ${word}${n}`).trim())),
      ),
    ),
  ];
}
