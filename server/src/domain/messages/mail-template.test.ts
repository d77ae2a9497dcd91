import { describe, expect, it } from 'vitest';
import type { MailValues } from './mail-events.ts';
import { fillHtml, fillSubject, fillValues, inlineImages, parseTemplate, templateProblems } from './mail-template.ts';

/** Written so that the linter does not report a forgotten template string. */
const variable = (name: string) => `$\{${name}}`;

describe('the subject line', () => {
  it.each([
    ['first', 'Subject: A task\n<p>x</p>', 'A task', '<p>x</p>'],
    ['last, in any case', '<p>x</p>\nSUBJECT:A task', 'A task', '<p>x</p>'],
    ['in the middle, with Windows line ends', '<p>\r\n  subject:  A task \r\n</p>', 'A task', '<p>\n</p>'],
    ['in a comment', '<p>\n<!-- Subject: A task -->\n</p>', 'A task', '<p>\n</p>'],
    ['in a comment of several lines', '<!-- Subject: A task\nnote -->\n<p>', 'A task', '<!--\nnote -->\n<p>'],
    ['at the end of a comment', '<!-- note\nSubject: A task -->\n<p>', 'A task', '<!-- note\n-->\n<p>'],
    ['after a byte order mark', '\ufeffSubject: A task\n<p>', 'A task', '<p>'],
    ['the first of two', 'Subject: A\nSubject: B\n<p>', 'A', 'Subject: B\n<p>'],
    ['missing', '<p>My Subject: x</p>', undefined, '<p>My Subject: x</p>'],
    ['empty', 'Subject:   \n<p>', undefined, '<p>'],
  ])('%s', (_what, source, subject, html) => {
    expect(parseTemplate(source)).toEqual({ subject, html });
  });

  it('is found in a megabyte of blanks without delay', () => {
    const source = `Subject:${' '.repeat(1_000_000)}x\n<p>`;
    expect(parseTemplate(source).subject).toBe('x');
  });
});

describe('problems', () => {
  it('are a missing subject and unknown variables', () => {
    const template = parseTemplate(`<p>${variable('NAME')} ${variable('WRONG')} ${variable('WRONG')}</p>`);
    expect(templateProblems(template, ['NAME'])).toEqual([
      'It has no line "Subject: …" with a text; the built-in subject is used.',
      `It uses ${variable('WRONG')}, which this mail does not have; known are NAME.`,
    ]);
    expect(templateProblems(parseTemplate(`Subject: ${variable('OTHER')}\n<p>`), ['NAME'])).toHaveLength(1);
    expect(templateProblems(parseTemplate(`Subject: x\n<p>${variable('NAME')}`), ['NAME'])).toEqual([]);
  });
});

const VALUES: MailValues = {
  texts: {
    NAME: '<b>Ada</b> & "Co"',
    LINES: 'one\ntwo',
    EVIL: 'x\r\nBcc: eve@example.org\u2028y',
    NESTED: variable('NAME'),
  },
  pages: { PAGE: '/projects/7' },
  lists: { LIST: [{ text: '<i>left-pad</i>', page: '/projects/7/inventory?item=9' }, { text: 'and 3 more' }] },
};

describe('expansion', () => {
  const values = fillValues(VALUES, 'https://assay.example.org/');

  it.each([
    ['NAME', '&lt;b&gt;Ada&lt;/b&gt; &amp; &quot;Co&quot;'],
    ['LINES', 'one<br>\ntwo'],
    ['PAGE', 'https://assay.example.org/projects/7'],
    ['UNKNOWN', variable('UNKNOWN')],
    ['constructor', variable('constructor')],
    ['NESTED', variable('NAME')],
    [
      'LIST',
      '<ul>\n<li><a href="https://assay.example.org/projects/7/inventory?item=9">&lt;i&gt;left-pad&lt;/i&gt;</a></li>\n<li>and 3 more</li>\n</ul>',
    ],
  ])('%s in the HTML', (name, html) => {
    expect(fillHtml(variable(name), values)).toBe(html);
  });

  it.each([
    ['NAME', '<b>Ada</b> & "Co"'],
    ['EVIL', 'x Bcc: eve@example.org y'],
    ['LIST', '<i>left-pad</i>, and 3 more'],
    ['UNKNOWN', variable('UNKNOWN')],
  ])('%s in the subject', (name, subject) => {
    expect(fillSubject(variable(name), values)).toBe(subject);
  });

  it('cuts a subject that is too long, and marks the cut', () => {
    const subject = fillSubject('x'.repeat(1000), values);
    expect(subject).toBe(`${'x'.repeat(249)}…`);
  });
});

it('inline images are found by their decoded names, each once', () => {
  const html = `<img src="cid:a.png"><img src='CID:my%20logo.png'><td background=cid:a.png style="background:url(cid:b.gif)"><img src="cid:%zz.png">`;
  expect(inlineImages({ subject: '', html })).toEqual(['a.png', 'my logo.png', 'b.gif', '%zz.png']);
});
