// Changes of texts: of license texts, of headers, and of files that say nothing about licenses.
import { type Change, isPlain, nameOf, type Pick } from './ground.ts';

export const swap =
  (...pairs: [string, string][]): Change =>
  (text, pick) => {
    const fit = pairs.filter(([from]) => text.includes(from));
    const [from, to] = fit[pick(fit.length)] ?? [];
    return from === undefined || to === undefined ? undefined : text.replace(from, to);
  };

export const WORDS = swap(
  ['free of charge', 'for a charge'],
  ['without limitation', 'with limitation'],
  ['any person', 'any student'],
  ['shall be included', 'need not be included'],
  ['all copies', 'most copies'],
  ['and to permit', 'but not to permit'],
  ['is hereby granted', 'is hereby not granted'],
  ['with or without fee', 'without fee'],
  ['with or without\nmodification', 'without\nmodification'],
  ['THE SOFTWARE IS PROVIDED "AS IS"', 'THE SOFTWARE IS PROVIDED "AS WAS"'],
);
export const CLAUSES = [
  'The Software shall be used for Good, not Evil.',
  'Use in military products is not permitted.',
  'Redistributions must mention the author in all advertising.',
  'Commercial use is prohibited.',
  'This does not apply to employees of Example Corporation.',
  'Companies with more than 50 people have to pay for it.',
  'Nobody may train a model with it.',
];
const COPYRIGHT =
  /^(.*(?:copyright|\(c\)|©).*?(?:19|20)\d\d(?:[-–, ]+(?:(?:19|20)\d\d|present))*[,:]?\s+(?:by\s+)?)(\S.*)$/im;
export const holder: Change = (text, pick) =>
  COPYRIGHT.test(text) ? text.replace(COPYRIGHT, `$1Holder ${nameOf(pick)}`) : undefined;
export const moreHolders: Change = (text, pick) =>
  COPYRIGHT.test(text) ? text.replace(COPYRIGHT, `$1$2\nCopyright (c) 2026 Holder ${nameOf(pick)}`) : undefined;
export const years: Change = (text) =>
  COPYRIGHT.test(text)
    ? text.replace(COPYRIGHT, (line: string) =>
        line.replace(/(?:19|20)\d\d(?:\s*[-–]\s*(?:(?:19|20)\d\d|present))?/, '2009-2026'),
      )
    : undefined;
export const appended: Change = (text, pick) => `${text.trimEnd()}\n\n${CLAUSES[pick(CLAUSES.length)]}\n`;
export const prepended: Change = (text, pick) => `${CLAUSES[pick(CLAUSES.length)]}\n\n${text}`;
export const removed: Change = (text) => {
  const parts = text.split(/\n\s*\n/);
  return parts.length < 4 ? undefined : parts.filter((_, at) => at !== parts.length - 2).join('\n\n');
};
export const GPL = `This program is free software: you can redistribute it and/or modify it under the terms of the GNU General Public License as published by
the Free Software Foundation, version 3.

This program is distributed in the hope that it will be useful, but WITHOUT ANY WARRANTY; without even the implied warranty of
MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE. See the GNU General Public License for more details.
`;

/** The first comment of a source file, if it is one of several lines. */
const HEADER = /^(?:#!.*\n|'use strict';?\s*\n|\s*\n)*\/\*[\s\S]*?\*\//;
export const inHeader =
  (change: Change): Change =>
  (text, pick) => {
    const header = HEADER.exec(text)?.[0];
    if (header === undefined || !/copyright|licen[sc]e/i.test(header)) return undefined;
    const other = change(header, pick);
    return other === undefined || other === header ? undefined : text.replace(header, () => other);
  };
export const headerClause: Change = (header, pick) =>
  header.replace(/\s*\*\/$/, () => `\n *\n * ${CLAUSES[pick(CLAUSES.length)]}\n */`);
/** A line more at the end of the header. */
export const headerLine =
  (line: string): Change =>
  (header) =>
    header.replace(/\s*\*\/$/, () => `\n * ${line}\n */`);
export const secured: Change = (text) =>
  text.includes('http://') ? text.replaceAll('http://', 'https://') : undefined;
export const atTop =
  (line: string): Change =>
  (text) =>
    isPlain(text) ? `${line}\n${text}` : undefined;
export const inTheMiddle: Change = (text, pick) => {
  if (!isPlain(text)) return undefined;
  const lines = text.split('\n');
  const at = lines.findIndex((line, index) => index > lines.length / 2 && line === '');
  if (at < 0) return undefined;
  return [...lines.slice(0, at), `// ${CLAUSES[pick(CLAUSES.length)]}`, ...lines.slice(at)].join('\n');
};

/** Each paragraph in one line, as people write texts that viewers wrap. Statements of copyright keep their lines. */
export const unwrapped: Change = (text) =>
  text
    .split(/\n\s*\n/)
    .map((part) => (/copyright|©/i.test(part.slice(0, 200)) ? part : part.replace(/\s*\n\s*/g, ' ')))
    .join('\n\n');
export const both =
  (first: Change, second: Change): Change =>
  (text, pick) => {
    const other = first(text, pick);
    return other === undefined ? undefined : second(other, pick);
  };
export const lookAlike = swap(['free', 'fr\u0435e'], ['conditions', 'c\u043enditions'], ['software', 'softw\u0430re']);
export const quotes: Change = (text) => (text.includes('"') ? text.replaceAll('"', '\u201d') : undefined);
export const marked: Change = (text) =>
  text.startsWith('\ufeff') ? undefined : `\ufeff${text.replaceAll('\n', '\r\n')}`;
export const farBelow: Change = (text, pick) =>
  `${text.trimEnd()}\n${'\n'.repeat(150 + pick(100))}${CLAUSES[pick(CLAUSES.length)]}\n`;

/** The header as comments of one line each. */
export const lineComments: Change = (header) => {
  const lines = header.replace(/\s*\*\/$/, '').split('\n');
  const start = lines.findIndex((line) => line.trimStart().startsWith('/*'));
  if (start < 0) return undefined;
  return lines
    .map((line, at) => (at < start ? line : `// ${line.replace(/^\s*(?:\/\*+!?|\*)?\s?/, '')}`.trimEnd()))
    .join('\n');
};
export const holderInTheMiddle: Change = (text, pick) => {
  if (!isPlain(text)) return undefined;
  const lines = text.split('\n');
  const at = lines.findIndex((line, index) => index > lines.length / 2 && line === '');
  return at < 0
    ? undefined
    : [...lines.slice(0, at), `/* Copyright 2020 Holder ${nameOf(pick)} */`, ...lines.slice(at)].join('\n');
};
export const inString: Change = (text, pick) =>
  isPlain(text) ? `${text}\nvar NOTICE_${nameOf(pick)} = "This program is licensed under the GPL";\n` : undefined;
/** A sentence that the text has already, from an earlier round, says nothing new. */
export const dataComment: Change = (text, pick) => {
  const clause = CLAUSES[pick(CLAUSES.length)] ?? '';
  return text.includes(clause) ? undefined : `# ${clause}\n${text}`;
};

/** Each paragraph in lines of at most so many letters. */
export const wrappedAt =
  (most: number): Change =>
  (text) =>
    text
      .split(/\n\s*\n/)
      .map((part) => (/copyright|©/i.test(part) ? part : wrapped(part, most)))
      .join('\n\n');

function wrapped(part: string, most: number, sign = ''): string {
  const lines: string[] = [];
  for (const word of part.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= most) lines.push(`${sign}${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join('\n');
}

/** The words of a comment, a line for some of them. Those with statements of copyright keep theirs. */
export const narrowHeader: Change = (header) => {
  const start = header.indexOf('/*');
  const lines = header
    .slice(start)
    .replace(/^\/\*+!?|\*\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\*?\s?/, '').trim());
  // A tag is one line, and has no second one.
  if (lines.some((line) => line.startsWith('@') || line.startsWith('SPDX-'))) return undefined;
  const parts = lines.join('\n').split(/\n(?=\n)|\n(?=.*copyright)|(?<=copyright.*)\n/i);
  const narrow = parts.map((part) =>
    /copyright|\(c\)|©/i.test(part) ? ` * ${part.trim()}` : wrapped(part, 30, ' * '),
  );
  return `${header.slice(0, start)}/*\n${narrow.filter(Boolean).join('\n *\n')}\n */`;
};
export const indented: Change = (text) => text.replaceAll(/^(?=\S)/gm, '\t  ');
export const otherSign: Change = (text) =>
  /copyright \(c\)/i.test(text) ? text.replaceAll(/(copyright) \(c\)/gi, '$1 \u00a9') : undefined;
export const twoYears: Change = (text) =>
  COPYRIGHT.test(text)
    ? text.replace(/(?<=copyright[^\n]{0,12})((?:19|20)\d\d)(?![-\d])/i, '$1, 2024 and 2026')
    : undefined;
export const inCapitals: Change = (text) => text.replace(/^(?!.*copyright).{30,}$/gim, (line) => line.toUpperCase());
export const ruled: Change = (text) => `${'='.repeat(70)}\n${text.trimEnd()}\n${'='.repeat(70)}\n`;
export const reordered: Change = (text) => `${'\u202e'}${text}`;
/** Longer than what stands beside the statement, and nothing of it is left. */
export const swappedBelow =
  (other: (pick: Pick) => string): Change =>
  (text, pick) => {
    const header = HEADER.exec(text)?.[0];
    if (header === undefined || !/copyright|licen[sc]e/i.test(header) || text.length < 2 * header.length)
      return undefined;
    return `${header}\n${other(pick)}`;
  };
