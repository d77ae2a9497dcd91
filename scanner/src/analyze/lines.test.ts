import { describe, expect, it } from 'vitest';
import { languageNamed } from './languages.ts';
import { countLines, countWindow, START_OF_FILE } from './lines.ts';

/** Code, comment and blank lines of a text in a language. */
function check(language: string, text: string, expected: [code: number, comment: number, blank: number]): void {
  const lines = countLines(Buffer.from(text), languageNamed(language)?.syntax);
  expect([lines.code, lines.comment, lines.blank]).toEqual(expected);
  if (language !== '') expect(lines.total).toBe(expected[0] + expected[1] + expected[2]);
}

describe('countLines', () => {
  const cases: [string, string, string, [number, number, number]][] = [
    ['nothing', 'C', '', [0, 0, 0]],
    ['one line without end', 'C', 'int a;', [1, 0, 0]],
    ['only line ends', 'C', '\n\n', [0, 0, 2]],
    ['CRLF', 'C', 'int a;\r\n\r\n// x\r\n', [1, 1, 1]],
    ['a comment behind code', 'C', 'int a; // x\n', [1, 0, 0]],
    ['a block comment over lines, with an empty one', 'C', '/* a\n\n b */\nint a;\n', [1, 2, 1]],
    ['code behind a block comment', 'C', '/* a\n */ int a;\n', [1, 1, 0]],
    ['marks inside strings', 'C', 'char *a = "/* // ";\nint b;\n', [2, 0, 0]],
    ['an escaped quote', 'C', 'char *a = "\\" /* ";\n// x\n', [1, 1, 0]],
    ['a string that never ends', 'C', 'char *a = "abc\n// x\n', [1, 1, 0]],
    ['a comment that never ends', 'C', 'int a;\n/* x\ny\n', [1, 2, 0]],
    ['no nesting in C', 'C', '/* /* */ int a;\n', [1, 0, 0]],
    ['nesting in Rust', 'Rust', '/* /* */ still */\nfn a() {}\n', [1, 1, 0]],
    ['lifetimes in Rust', 'Rust', "fn a<'a>(x: &'a str) {} // y\n// z\n", [1, 1, 0]],
    ['a template over lines', 'JavaScript', 'const a = `\n// not a comment\n`;\n// x\n', [3, 1, 0]],
    ['hash comments', 'Python', '# a\nb = "#"\n', [1, 1, 0]],
    ['doc strings', 'Python', 'def f():\n    """Says.\n\n    More."""\n    return 1\n', [2, 2, 1]],
    ['a long string that is no doc string', 'Python', 'x = """a\n# b\n"""\n', [3, 0, 0]],
    ['POD', 'Perl', 'print 1;\n=head1 NAME\n\nwords\n\n=cut\nprint 2;\n', [2, 3, 2]],
    ['=begin in Ruby', 'Ruby', '=begin\nx\n=end\nputs 1\n', [1, 3, 0]],
    ['fixed Fortran', 'Fortran', 'C a comment\n      call f\n* b\n', [1, 2, 0]],
    ['COBOL', 'COBOL', '      * a comment\n       MOVE A TO B.\n', [1, 1, 0]],
    ['words as marks', 'M4', 'dnl a comment\ndnlx\n', [1, 1, 0]],
    ['marks that need the line start', 'INI', 'a = 1 ; not one\n; one\n', [1, 1, 0]],
    ['HTML', 'HTML', '<p>\n<!-- a\nb -->\n</p>\n', [2, 2, 0]],
    ['SQL', 'SQL', "-- a\nselect '--';\n/* b */\n", [1, 2, 0]],
    ['Haskell nests', 'Haskell', '{- a {- b -}\n-}\nmain = x -- y\n', [1, 2, 0]],
    ['Lua', 'Lua', '--[[ a\nb ]]\n-- c\nx = 1\n', [1, 3, 0]],
    ['Lua, of higher levels', 'Lua', '--[==[ a\n]]\nb ]==]\nx = 1\n', [1, 3, 0]],
    ['Lisp nests', 'Common Lisp', '#| a #| b |#\n|#\n(oak) ; c\n', [1, 2, 0]],
    ['comments of the server', 'ASP.NET', '<%-- a\nb --%>\n<p/><!-- c -->\n', [1, 2, 0]],
    ['JSON has no comments', 'JSON', '{\n"a": "// b"\n}\n', [3, 0, 0]],
    ['prose is neither code nor comment', '', 'words\n\nmore\n', [0, 0, 1]],
  ];
  it.each(cases)('%s (%s)', (_, language, text, expected) => check(language, text, expected));

  it('counts all lines of prose', () => {
    expect(countLines(Buffer.from('a\n\nb'), undefined)).toEqual({ total: 3, code: 0, comment: 0, blank: 1 });
  });

  it('comes to the same over windows cut at any line', () => {
    const syntax = languageNamed('Rust')!.syntax;
    const lines = ['fn a() {', '/* b /* c', '', 'd */', 'e */ }', '// f', 'let g = "', '";', ''];
    const whole = countLines(Buffer.from(lines.join('\n')), syntax);
    for (let cut = 1; cut < lines.length; cut++) {
      const first = countWindow(Buffer.from(`${lines.slice(0, cut).join('\n')}\n`), syntax, START_OF_FILE);
      const second = countWindow(Buffer.from(lines.slice(cut).join('\n')), syntax, first.state);
      for (const key of ['total', 'code', 'comment', 'blank'] as const) {
        expect(first.lines[key] + second.lines[key], `${key}, cut at ${cut}`).toBe(whole[key]);
      }
    }
  });
});
