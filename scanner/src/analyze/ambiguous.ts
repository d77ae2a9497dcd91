// Decides a file's language by its first bytes if its name is ambiguous (`.h`, `.m`, `.pl`) or says nothing (`#!`
// lines). Uses only cheap tests, because this runs for every text file.
import type { Language } from './language-table.ts';
import { languageNamed, languageOfShebang } from './languages.ts';

/**
 * The name suggests `from`, but a file whose head fits `when` (or does not fit `unless`) is `to` ('' = not source). The first match
 * decides.
 */
interface Doubt {
  from: string;
  when?: RegExp;
  unless?: RegExp;
  /** One of these words must be present for `when` to fit. They are searched first because that is much cheaper. */
  words?: readonly string[];
  to: string;
}

const DOUBTS: readonly Doubt[] = [
  {
    from: 'C',
    words: ['@interface', '@protocol', '@class', '@import', '#import'],
    when: /^[ \t]*@(?:interface|protocol|class|import)\b|^#import\b/m,
    to: 'Objective-C',
  },
  {
    from: 'C',
    words: [
      'class ',
      'template',
      'namespace',
      'public:',
      'private:',
      'protected:',
      'std::',
      '<string',
      '<vector',
      '<map',
      '<memory',
      '<iostream',
      '<cstd',
    ],
    when: /^[ \t]*(?:class\s+\w+[^;]*\{|template\s*<|namespace\s+\w|using\s+namespace|(?:public|private|protected):)|\bstd::|^#include\s*<(?:string|vector|map|memory|iostream|cstd\w+)>/m,
    to: 'C++',
  },
  { from: 'Objective-C', when: /^[ \t]*(?:%|function\b|end\b|clear\b)/m, to: 'MATLAB' },
  { from: 'Objective-C', when: /\(\*/, to: 'Mathematica' },
  { from: 'Perl', when: /^[ \t]*:-|^[a-z]\w*\([^;]*\)\s*:-/m, to: 'Prolog' },
  { from: 'Prolog', when: /^\s*(?:TARGET|TEMPLATE|QT|SOURCES|CONFIG|HEADERS)\s*[+-]?=/m, to: 'QMake' },
  { from: 'Common Lisp', when: /__kernel\b|^#(?:include|define|pragma)\b/m, to: 'OpenCL' },
  { from: 'PHP', unless: /<\?|^\s*(?!#include|#define|\/\*|\/\/)\S/, to: 'C++' },
  { from: 'PHP', when: /^(?![\s\S]*<\?)\s*<(?:!doctype html|html)/i, to: 'HTML' },
  { from: 'PHP', unless: /<\?/, to: '' },
  { from: 'Roff', unless: /^[.'](?:\\"|[A-Za-z])/m, to: '' },
  { from: 'TeX', when: /^VERSION \d|^Attribute VB_Name/m, to: 'Visual Basic .NET' },
  { from: 'TeX', unless: /[\\%@]/, to: '' },
  {
    from: 'Prolog',
    when: /^-(?:keep|dont|libraryjars|injars|optimization)|^[ \t]*(?:pro|function)[ \t]+\w+(?:,|[ \t]*$)/im,
    to: '',
  },
  { from: 'Puppet', when: /^[ \t]*(?:program|unit|uses)[ \t]+[\w.]+[;(,]|^[ \t]*begin[ \t]*$/im, to: 'Pascal' },
  { from: 'Scheme', unless: /[(;]/, to: '' },
  { from: 'Standard ML', when: /^-----BEGIN/, to: '' },
  { from: 'JSON', unless: /^(?:\xef\xbb\xbf)?\s*(?:[[{"\-\d]|(?:true|false|null)\b)/, to: '' },
  { from: 'Lex', when: /^\.(?:TH|SH|\\")/m, to: 'Roff' },
];

/** Languages whose files may begin like XML. Any other file that does is XML, whatever its name says (Qt's `.ts`, Ant's `.in`). */
const MAY_BEGIN_AS_XML = new Set(['XML', 'SVG', 'HTML', 'Java Server Pages', 'ASP.NET', 'PHP', 'Vue', 'Svelte']);

const DOUBTED = Map.groupBy(DOUBTS, (doubt) => doubt.from);

/**
 * The language of a text file.
 * @param hinted the name's language ('' when the name says nothing)
 * @param text the file in readable bytes; only its beginning is looked at
 */
export function settleLanguage(hinted: string, text: Uint8Array): Language | undefined {
  if (hinted === '') return text[0] === 0x23 && text[1] === 0x21 ? languageOfShebang(headOf(text, 256)) : undefined;
  if (
    text[0] === 0x3c &&
    !MAY_BEGIN_AS_XML.has(hinted) &&
    /^(?:<!--[^<]{0,900}-->\s*)?<(?:\?xml\s|!DOCTYPE TS)/.test(headOf(text, 1024))
  ) {
    return languageNamed('XML');
  }
  const doubts = DOUBTED.get(hinted);
  if (doubts) {
    const head = headOf(text, 4096);
    for (const doubt of doubts) if (applies(doubt, head)) return languageNamed(doubt.to);
  }
  return languageNamed(hinted);
}

function applies({ when, unless, words }: Doubt, head: string): boolean {
  if (words && !words.some((word) => head.includes(word))) return false;
  return when ? when.test(head) : !unless?.test(head);
}

function headOf(text: Uint8Array, length: number): string {
  return Buffer.from(text.buffer, text.byteOffset, Math.min(text.length, length)).toString('latin1');
}
