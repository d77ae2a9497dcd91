import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { itemAt } from '../items.ts';
import { findContacts } from './index.ts';

function check(text: string | Uint8Array, expected: { emails?: [string, number][]; urls?: [string, number][] }): void {
  const { emails, urls, isTruncated } = findContacts(typeof text === 'string' ? Buffer.from(text) : text);
  expect({
    emails: emails.map(({ value, line }) => [value, line]),
    urls: urls.map(({ value, line }) => [value, line]),
  }).toEqual({ emails: expected.emails ?? [], urls: expected.urls ?? [] });
  expect(isTruncated).toBe(false);
}

it.each<[text: string, emails: string[]]>([
  ['a <jo@acorn.org>', ['jo@acorn.org']],
  ['Jo.Ann+x@Mail.Acorn.ORG.', ['Jo.Ann+x@mail.acorn.org']],
  ['"x\\njo@acorn.org"', ['jo@acorn.org']],
  ['mailto:jo@acorn.org?subject=x', ['jo@acorn.org']],
  ['(jo@acorn.org,ann@acorn.org)', ['jo@acorn.org', 'ann@acorn.org']],
  ['jo@acorn.org and jo@ACORN.org', ['jo@acorn.org']],
  ["'jo@acorn.org'", ['jo@acorn.org']],
  ['Ann E<lt>ann@acorn.orgE<gt>', ['ann@acorn.org']],
  ['jo@example.com you@yourdomain.com a@b.test x@host.example.org', []],
  ['icon@2x.png lodash@4.17.21 foo@bar.js', []],
  ['@BUILD_DOCS_TRUE@oak-ann.py @X_FALSE@oak.am en@quot.header oak@fir.pot', []],
  ['git@github.com:acorn/oak.git https://jo:secret@acorn.org/x ssh://jo@acorn.org', []],
  ['@param jo@ jo@localhost a@b.c jo@acorn', []],
])('e-mails of %j', (text, emails) => {
  expect(findContacts(Buffer.from(text)).emails.map(({ value }) => value)).toEqual(emails);
});

it.each<[text: string, urls: string[]]>([
  ['see http://acorn.org/a.', ['http://acorn.org/a']],
  ['(https://acorn.org/a_(b))', ['https://acorn.org/a_(b)']],
  ['[x](https://acorn.org/a)', ['https://acorn.org/a']],
  ['<a href="http://acorn.org/?a=1&amp;b=2">', ['http://acorn.org/?a=1&amp;b=2']],
  ["'http://acorn.org','http://oak.org'", ['http://acorn.org', 'http://oak.org']],
  ['&lt;http://acorn.org&gt;', ['http://acorn.org']],
  ["a = 'http://acorn.org/a/'+id+'/x';", ['http://acorn.org/a/']],
  ["{'http://acorn.org/c':1}", ['http://acorn.org/c']],
  ["'http://acorn.org/d/'.concat(x)", ['http://acorn.org/d/']],
  ["x ? 'http://acorn.org/e'?1:2 : 'www.acorn.org/i'===x", ['http://acorn.org/e', 'www.acorn.org/i']],
  ["u'http://acorn.org/z'.encode('utf8')", ['http://acorn.org/z']],
  ["http://acorn.org/it's", ["http://acorn.org/it's"]],
  ['see http://acorn.org/a—or not', ['http://acorn.org/a']],
  ['git+https://acorn.org/x.git', ['git+https://acorn.org/x.git']],
  ['git://acorn.org/x.git ftp://ftp.acorn.org/', ['git://acorn.org/x.git', 'ftp://ftp.acorn.org/']],
  ['www.acorn.org, wwww.x.org www.acorn', ['www.acorn.org']],
  ['http://www.acorn.org', ['http://www.acorn.org']],
  ['http://8.8.8.8:80/x http://127.0.0.1/ http://192.168.1.1/', ['http://8.8.8.8:80/x']],
  ['http://localhost:80/ http://example.com/ https://api.example.org http://foo.bar/ http://host/', []],
  ['http://www.w3.org/1999/xhtml http://www.w3.org/TR/html4/strict.dtd http://www.w3.org/2000/svg', []],
  ['http://www.w3.org/Consortium/Legal/copyright-software', ['http://www.w3.org/Consortium/Legal/copyright-software']],
  ['http://schemas.android.com/apk/res/android http://maven.apache.org/POM/4.0.0', []],
  ['http://java.sun.com/xml/ns/javaee http://www.springframework.org/schema/beans', []],
  ['http://json-schema.org/draft-07/schema# http://ns.adobe.com/xap/1.0/', []],
  ['“http://acorn.org/a“ «http://acorn.org/b»', ['http://acorn.org/a', 'http://acorn.org/b']],
  [
    'http://acorn.org/oak-([\\d.]+) http://acorn.org/elm-%{version}',
    ['http://acorn.org/oak-', 'http://acorn.org/elm-'],
  ],
  [
    'http://acorn.org/@VERSION@/a rsync://acorn.org/$PROJECT/$1.po http://acorn.org/$metadata',
    ['http://acorn.org/$metadata'],
  ],
  ['http://$x/ http://%s/ http://{x}.acorn.org file:///tmp/x', []],
])('URLs of %j', (text, urls) => {
  expect(findContacts(Buffer.from(text)).urls.map(({ value }) => value)).toEqual(urls);
});

it('gives each distinct value the line of its first occurrence', () => {
  check('\nwww.acorn.org http://oak.org\njo@acorn.org\nhttp://oak.org jo@acorn.org', {
    emails: [['jo@acorn.org', 3]],
    urls: [
      ['www.acorn.org', 2],
      ['http://oak.org', 2],
    ],
  });
});

it('reads latin1', () => {
  check(Buffer.from('\xe9 http://acorn.org/\xe9\xe8', 'latin1'), { urls: [['http://acorn.org/éè', 1]] });
});

it('counts lines that end in single carriage returns', () => {
  check('a\rjo@acorn.org', { emails: [['jo@acorn.org', 2]] });
});

it('reports a truncated list, and only that', () => {
  for (const [count, isCut] of [
    [10_000, false],
    [10_001, true],
  ] as const) {
    const text = Array.from({ length: count }, (_, index) => `a${index}@acorn.org`).join('\n');
    const { emails, isTruncated } = findContacts(Buffer.from(text));
    expect([emails.length, isTruncated]).toEqual([10_000, isCut]);
  }
});

it('finds in mutated texts only values that occur there, on the right lines', () => {
  let state = 1;
  const random = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const seed = Buffer.from(
    '<jo@acorn.org>\nsee (http://www.acorn.org/a_(b)?c=d#e), www.oak.co.uk;\r\ngit+ssh://git@elm.net:22/x \\nann@fir.org',
  );
  const pieces = [
    '@',
    '://',
    'www.',
    'http://',
    '\n',
    '\r',
    '\0',
    '(',
    ')',
    '<',
    '>',
    '.',
    '\xff',
    '\u00e9',
    "'",
    'E<gt>',
    'a'.repeat(300),
  ];
  for (let round = 0; round < 4000; round++) {
    let bytes = seed;
    for (let count = 1 + random(6); count > 0; count--) {
      const at = random(bytes.length + 1);
      const piece =
        random(2) === 0
          ? Buffer.from(itemAt(pieces, random(pieces.length)), random(2) === 0 ? 'utf8' : 'latin1')
          : Buffer.from([random(256)]);
      bytes = Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at + (random(3) === 0 ? random(9) : 0))]);
    }
    const lines = bytes.toString('latin1').split(bytes.includes(10) ? '\n' : '\r');
    const { emails, urls } = findContacts(bytes);
    for (const { value, line } of emails) expect(lines[line - 1]?.toLowerCase()).toContain(value.toLowerCase());
    for (const { value, line } of urls) {
      const spellings = [value, Buffer.from(value).toString('latin1')];
      expect(spellings.some((spelling) => lines[line - 1]?.includes(spelling))).toBe(true);
    }
  }
});
