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
    ['a comment after code', 'C', 'int a; // x\n', [1, 0, 0]],
    ['a block comment over lines, with an empty one', 'C', '/* a\n\n b */\nint a;\n', [1, 2, 1]],
    ['code after a block comment', 'C', '/* a\n */ int a;\n', [1, 1, 0]],
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
    [
      'directives of the preprocessor',
      'Assembly',
      '#include <a.h>\n#  ifdef X\n# if the carry\n#define A\nx\n',
      [4, 1, 0],
    ],
    ['a regular expression with the mark of a comment', 'JavaScript', "p.replace(/\\/*$/, '');\n// a\nb;\n", [2, 1, 0]],
    ['regular expressions with quotes', 'TypeScript', 'x = /[`"/]/g;\nreturn /`/;\n// a\nf(y => /`/)\n', [3, 1, 0]],
    ['divisions', 'JavaScript', 'a / b /* c\n d */ / e;\nx[0] / 2 /* f\n*/\n', [3, 1, 0]],
    ['elements of JSX', 'TSX', '<A b={c} /> {/* d\n e */}\n<A\n/> /* f\n*/\n', [4, 1, 0]],
    ['a slash without another', 'JavaScript', '(/ " \n// a\n', [1, 1, 0]],
    ['characters of Emacs Lisp', 'Emacs Lisp', '(a ?\\" ?")\n; b\n', [1, 1, 0]],
    ['characters of Clojure', 'Clojure', '(a \\")\n; b\n', [1, 1, 0]],
    ['characters of Scheme', 'Scheme', '(a #\\")\n; b\n(c #\\;)\n', [2, 1, 0]],
    ['raw strings of C++', 'C++', 'a = R"x(" /*\n// b )"\n\n)x";\n// c\n', [3, 1, 1]],
    ['a raw string that never ends', 'C++', 'a = R"x("; /*\n// b )"\n*/\n', [1, 2, 0]],
    ['a name before a string', 'C++', 'FOR"x(" /* )x"\n*/\n', [1, 1, 0]],
    ['parted digits', 'C++', "a = 1'000; /* b\n*/\nc = u8'x'; d = 0xA'B; /* e\n*/\n", [2, 2, 0]],
    ['raw strings of Rust', 'Rust', 'a(r#" "/*\n// b"#);\n// c\nb(r"\\", br##"/*"##);\n', [3, 1, 0]],
    ['a quote as a letter', 'Rust', "a('\"'); /* b\n*/\nc(b'\\\"'); /*\n*/\n", [2, 2, 0]],
    ['an operator that is no comment', 'F#', 'List.fold (*) 1\n(* a *)\n', [1, 1, 0]],
    ['verbatim strings', 'C#', 'a = @"b ""c\n// d"" \\";\n// e\nf = $@"\n\n/*";\n', [4, 1, 1]],
    ['raw strings of C#', 'C#', 'a = """\n  // "b"\n  """;\n// c\n', [3, 1, 0]],
    ['attributes', 'PHP', "#[Route('/x')]\n# a\n#[A,\n  B]\n", [3, 1, 0]],
    ['doc strings with a prefix', 'Python', 'def f():\n    r"""Says.\n    More."""\n    return 1\n', [2, 2, 0]],
    ['a value with a prefix', 'Python', 'x(\n    r"""a\n    b""")\ny = u"""c\n"""\n', [5, 0, 0]],
    ['lower headings of POD', 'Perl', '=head3 a\n\n=cut\nb\n=head4 c\n', [1, 3, 1]],
    ['here-documents', 'Shell', "cat <<EOF | b # c\n# d\n\nEOFX\nEOF\n# e\ncat <<- 'F'\n# g\n\tF\n", [7, 1, 1]],
    ['a here-document inside a command', 'Shell', 'a=`cat <<EOF\n# b\nEOF`\n# c\n', [3, 1, 0]],
    ['no here-documents', 'Shell', 'cat <<<EOF\n# a\n$((b<<c))\n# d\ncat <<EOG\n# e\n', [3, 3, 0]],
    ['long strings of Lua', 'Lua', 'a = [[\n-- b\n]] -- c\n-- d\ne = [=[ ]]\n--[[ ]=]\n', [5, 1, 0]],
    ['long brackets of CMake', 'CMake', '#[=[ a\n]]\nb ]=]\nset(c [[\n# d\n]])\n', [3, 3, 0]],
    ['Dart nests', 'Dart', '/* /* */\n*/\na\n', [1, 2, 0]],
    ['one of two comments of D nests', 'D', '/+ /+ +/\n+/\n/* /* */ a\n', [1, 2, 0]],
    ['remarks in any case', 'Batchfile', 'rEm a\n@Rem b\nRemove\n', [1, 2, 0]],
    ['stars of ABAP', 'ABAP', '* a\n  b * c\n', [1, 1, 0]],
    ['JSON has no comments', 'JSON', '{\n"a": "// b"\n}\n', [3, 0, 0]],
    ['prose is neither code nor comment', '', 'words\n\nmore\n', [0, 0, 1]],
  ];
  it.each(cases)('%s (%s)', (_, language, text, expected) => check(language, text, expected));

  it('counts all lines of prose', () => {
    expect(countLines(Buffer.from('a\n\nb'), undefined)).toEqual({ total: 3, code: 0, comment: 0, blank: 1 });
  });

  it('counts the same when windows are cut at any line', () => {
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

  it.each([
    ['JavaScript', '(/['],
    ['JavaScript', '(/a'],
    ['C++', 'R"a('],
    ['C++', "1'"],
    ['Shell', 'a<<b;'],
    ['Python', '\n  r""" """'],
  ])('counts %s that repeats %j in linear time', (language, piece) => {
    const lines = countLines(Buffer.from(piece.repeat(300_000)), languageNamed(language)!.syntax);
    expect(lines.comment).toBe(language === 'Python' ? 300_000 : 0);
  });

  it('gives up on here-documents after a few names that end none', () => {
    const text = Array.from({ length: 100_000 }, (_, index) => `a <<b${index} `).join('\n');
    expect(countLines(Buffer.from(text), languageNamed('Shell')!.syntax).code).toBe(100_000);
  });
});
