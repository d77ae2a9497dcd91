// The programming languages we know: their file names and their comment syntax. Names are spelled as GitHub Linguist spells them, because other
// tools and people expect that. One file, because it is one table: each language has one entry, and all other code reads the table.

/**
 * A language's comment and string syntax. All marks are ASCII. A mark that begins with `^` counts only in the first column (without the
 * `^`); a mark that ends in a letter counts only as a whole word, unless it is a single letter.
 */
export interface CommentSyntax {
  /** Marks that turn the rest of the line into a comment. */
  line: readonly string[];
  /** Pairs that enclose a comment of any length. */
  block: readonly (readonly [string, string])[];
  /** Pairs that enclose a comment and may be nested. */
  nested?: readonly (readonly [string, string])[];
  /** Characters that enclose a string which ends on its own line. */
  quotes: string;
  /** Marks of a string that may span lines, the same at both ends. */
  longQuotes: readonly string[];
  /**
   * Pairs that enclose a string over lines in which a backslash escapes nothing. Letters at the start of the first mark are a prefix:
   * `r#"`.
   */
  raw?: readonly (readonly [string, string])[];
  /** Sequences that are code as a whole, although a part of them looks like the start of a comment or string: `'"'`. */
  plain?: readonly string[];
  /** True when a long string that begins a line is documentation (Python). */
  hasDocStrings?: boolean;
  /** Letters of which one or two may precede such documentation. */
  docStringPrefix?: string;
  /** True when slashes enclose regular expressions (JavaScript). */
  hasRegex?: boolean;
  /** True when an apostrophe may separate the digits of a number (C++). */
  hasDigitSeparators?: boolean;
  /** True when `R"name(` begins a string that `)name"` ends (C++). */
  hasNamedStrings?: boolean;
  /** True when `<<NAME` makes the lines up to `NAME` a string (shells). */
  hasHereDocuments?: boolean;
  /** True when line marks count only as the first visible characters of a line (troff, batch files, INI). */
  isLineStartOnly?: boolean;
}

export interface Language {
  name: string;
  syntax: CommentSyntax;
  /** Lower-case extensions without the dot. */
  extensions: readonly string[];
  /** Whole file names, lower case. */
  fileNames?: readonly string[];
  /** Programs named in a `#!` line. */
  interpreters?: readonly string[];
}

/** All spellings of a word, for languages that ignore case. */
function anyCase(word: string): string[] {
  let spellings = [''];
  for (const letter of word)
    spellings = spellings.flatMap((begun) => [begun + letter.toLowerCase(), begun + letter.toUpperCase()]);
  return spellings;
}

const NONE: CommentSyntax = { line: [], block: [], quotes: '', longQuotes: [] };
const C: CommentSyntax = { line: ['//'], block: [['/*', '*/']], quotes: '"\'', longQuotes: [] };
const C_PLUS_PLUS: CommentSyntax = { ...C, hasDigitSeparators: true, hasNamedStrings: true };
const C_NESTED: CommentSyntax = { ...C, block: [], nested: [['/*', '*/']], quotes: '"' };
const SCRIPT: CommentSyntax = { ...C, longQuotes: ['`'] };
const JAVASCRIPT: CommentSyntax = { ...SCRIPT, hasRegex: true };
const TRIPLE_C: CommentSyntax = { ...C, longQuotes: ['"""'] };
const HASH: CommentSyntax = { line: ['#'], block: [], quotes: '"\'', longQuotes: [] };
const MARKUP: CommentSyntax = { line: [], block: [['<!--', '-->']], quotes: '', longQuotes: [] };
const SERVER_PAGE: CommentSyntax = {
  ...MARKUP,
  block: [
    ['<!--', '-->'],
    ['<%--', '--%>'],
  ],
};
const SQL: CommentSyntax = { line: ['--'], block: [['/*', '*/']], quotes: '"\'', longQuotes: [] };
const LISP: CommentSyntax = {
  line: [';'],
  block: [],
  nested: [['#|', '|#']],
  quotes: '',
  longQuotes: ['"'],
  plain: ['#\\"', '#\\;', '#\\|', '#\\\\'],
};
const PERCENT: CommentSyntax = { line: ['%'], block: [], quotes: '', longQuotes: [] };
const PYTHON: CommentSyntax = { ...HASH, longQuotes: ['"""', "'''"], hasDocStrings: true, docStringPrefix: 'rRuU' };
const QUOTE_LETTERS = [`'"'`, `'\\"'`];
const ML: CommentSyntax = {
  line: [],
  block: [],
  nested: [['(*', '*)']],
  quotes: '"',
  longQuotes: [],
  plain: QUOTE_LETTERS,
};
const PASCAL: CommentSyntax = {
  line: ['//'],
  block: [
    ['{', '}'],
    ['(*', '*)'],
  ],
  quotes: "'",
  longQuotes: [],
};
const BASIC: CommentSyntax = { line: ["'", ...anyCase('rem')], block: [], quotes: '"', longQuotes: [] };
/** Preprocessor directives. After blanks, only words that begin no sentence count: `# if the carry is set` is a comment. */
const DIRECTIVES = [
  ...[
    'include',
    'define',
    'undef',
    'if',
    'ifdef',
    'ifndef',
    'elif',
    'else',
    'endif',
    'error',
    'warning',
    'pragma',
    'line',
  ],
  ...[' ', '  ', '   ', '    ', '\t'].flatMap((blanks) =>
    ['include', 'define', 'undef', 'ifdef', 'ifndef', 'elif', 'endif', 'if defined', 'if !', 'if __', 'else'].map(
      (directive) => blanks + directive,
    ),
  ),
].map((directive) => `#${directive}`);
const ASSEMBLY: CommentSyntax = {
  line: [';', '//', '#', '@'],
  block: [['/*', '*/']],
  quotes: '"',
  longQuotes: [],
  plain: DIRECTIVES,
};
const HASKELL: CommentSyntax = {
  line: ['--'],
  block: [],
  nested: [['{-', '-}']],
  quotes: '"',
  longQuotes: [],
  plain: QUOTE_LETTERS,
};
/** Lua's long brackets, which CMake has too. Higher levels are for texts that contain `]]`. */
const LONG_BRACKETS = ['', '=', '==', '==='].map((level) => [`[${level}[`, `]${level}]`] as const);

/** In order: of two languages that claim an extension, the first one gets it (`ambiguous.ts` checks the bytes of some). */
export const LANGUAGES: readonly Language[] = [
  { name: 'ABAP', syntax: { line: ['"', '^*'], block: [], quotes: "'", longQuotes: [] }, extensions: ['abap'] },
  { name: 'ActionScript', syntax: C, extensions: ['as'] },
  { name: 'Ada', syntax: { line: ['--'], block: [], quotes: '"', longQuotes: [] }, extensions: ['adb', 'ads', 'ada'] },
  { name: 'ANTLR', syntax: C, extensions: ['g4', 'g3', 'g'] },
  { name: 'ASP.NET', syntax: SERVER_PAGE, extensions: ['aspx', 'ascx', 'asax', 'ashx', 'asmx'] },
  { name: 'Assembly', syntax: ASSEMBLY, extensions: ['s', 'asm', 'nasm', 'a51'] },
  { name: 'Awk', syntax: HASH, extensions: ['awk', 'gawk'], interpreters: ['awk', 'gawk', 'mawk'] },
  {
    name: 'Batchfile',
    syntax: {
      line: ['::', ...anyCase('rem'), ...anyCase('@rem')],
      block: [],
      quotes: '',
      longQuotes: [],
      isLineStartOnly: true,
    },
    extensions: ['bat', 'cmd'],
  },
  { name: 'Bison', syntax: C, extensions: ['y', 'yy', 'bison'] },
  { name: 'C', syntax: { ...C, hasDigitSeparators: true }, extensions: ['c', 'h', 'idc'] },
  {
    name: 'C#',
    syntax: {
      ...C,
      raw: [
        ['@"', '"'],
        ['@$"', '"'],
        ['"""', '"""'],
      ],
    },
    extensions: ['cs', 'csx', 'cake'],
  },
  {
    name: 'C++',
    syntax: C_PLUS_PLUS,
    extensions: [
      'cpp',
      'cc',
      'cxx',
      'c++',
      'hpp',
      'hh',
      'hxx',
      'h++',
      'ipp',
      'inl',
      'tcc',
      'tpp',
      'txx',
      'ixx',
      'cppm',
      'ino',
    ],
  },
  {
    name: 'Clojure',
    syntax: { ...LISP, plain: ['\\"', '\\;', '\\\\'] },
    extensions: ['clj', 'cljs', 'cljc', 'edn', 'boot'],
  },
  {
    name: 'CMake',
    syntax: {
      line: ['#'],
      block: LONG_BRACKETS.map(([start, end]) => [`#${start}`, end]),
      quotes: '',
      longQuotes: ['"'],
      raw: LONG_BRACKETS,
    },
    extensions: ['cmake'],
    fileNames: ['cmakelists.txt'],
  },
  {
    name: 'COBOL',
    syntax: { line: ['*'], block: [], quotes: '', longQuotes: [], isLineStartOnly: true },
    extensions: ['cob', 'cbl', 'cobol', 'cpy'],
  },
  { name: 'CoffeeScript', syntax: { ...HASH, block: [['###', '###']] }, extensions: ['coffee', 'cjsx', 'iced'] },
  { name: 'Common Lisp', syntax: LISP, extensions: ['lisp', 'cl', 'lsp', 'asd'], interpreters: ['sbcl', 'clisp'] },
  { name: 'Crystal', syntax: HASH, extensions: ['cr'], interpreters: ['crystal'] },
  { name: 'CSS', syntax: { line: [], block: [['/*', '*/']], quotes: '"\'', longQuotes: [] }, extensions: ['css'] },
  { name: 'Cuda', syntax: C_PLUS_PLUS, extensions: ['cu', 'cuh'] },
  { name: 'Cython', syntax: PYTHON, extensions: ['pyx', 'pxd', 'pxi'] },
  {
    name: 'D',
    syntax: {
      ...C,
      nested: [['/+', '+/']],
      longQuotes: ['`'],
    },
    extensions: ['d', 'di'],
  },
  {
    name: 'Dart',
    syntax: { ...C, block: [], nested: [['/*', '*/']], longQuotes: ['"""', "'''"] },
    extensions: ['dart'],
    interpreters: ['dart'],
  },
  {
    name: 'Dockerfile',
    syntax: { ...HASH, isLineStartOnly: true },
    extensions: ['dockerfile'],
    fileNames: ['dockerfile', 'containerfile'],
  },
  { name: 'Elixir', syntax: { ...HASH, longQuotes: ['"""'] }, extensions: ['ex', 'exs'], interpreters: ['elixir'] },
  { name: 'Elm', syntax: { ...HASKELL, longQuotes: ['"""'] }, extensions: ['elm'] },
  {
    name: 'Emacs Lisp',
    syntax: { ...LISP, nested: [], plain: ['?"', '?\\"', '?;', '?\\;', '?\\\\'] },
    extensions: ['el', 'emacs'],
    interpreters: ['emacs'],
  },
  {
    name: 'Erlang',
    syntax: { ...PERCENT, quotes: '"\'' },
    extensions: ['erl', 'hrl', 'escript'],
    interpreters: ['escript'],
  },
  {
    name: 'F#',
    syntax: {
      line: ['//'],
      block: [['(*', '*)']],
      quotes: '"',
      longQuotes: ['"""'],
      raw: [['@"', '"']],
      plain: ['(*)', ...QUOTE_LETTERS],
    },
    extensions: ['fs', 'fsi', 'fsx'],
  },
  {
    name: 'Fortran',
    syntax: { line: ['^c', '^C', '^*', '!'], block: [], quotes: "'", longQuotes: [] },
    extensions: ['f', 'for', 'f77', 'ftn', 'fpp'],
  },
  {
    name: 'Fortran Free Form',
    syntax: { line: ['!'], block: [], quotes: '"\'', longQuotes: [] },
    extensions: ['f90', 'f95', 'f03', 'f08'],
  },
  { name: 'GDScript', syntax: PYTHON, extensions: ['gd'] },
  { name: 'Gherkin', syntax: { ...HASH, quotes: '', isLineStartOnly: true }, extensions: ['feature'] },
  { name: 'GLSL', syntax: C, extensions: ['glsl', 'vert', 'frag', 'geom', 'tesc', 'tese', 'comp'] },
  { name: 'Go', syntax: SCRIPT, extensions: ['go'] },
  { name: 'Gradle', syntax: { ...C, longQuotes: ['"""', "'''"] }, extensions: ['gradle'] },
  {
    name: 'GraphQL',
    syntax: { line: ['#'], block: [], quotes: '"', longQuotes: ['"""'], hasDocStrings: true },
    extensions: ['graphql', 'gql', 'graphqls'],
  },
  {
    name: 'Groovy',
    syntax: { ...C, longQuotes: ['"""', "'''"] },
    extensions: ['groovy', 'gvy', 'grt'],
    fileNames: ['jenkinsfile'],
    interpreters: ['groovy'],
  },
  { name: 'Haskell', syntax: HASKELL, extensions: ['hs', 'hsc', 'hs-boot'], interpreters: ['runhaskell', 'runghc'] },
  {
    name: 'HCL',
    syntax: { line: ['#', '//'], block: [['/*', '*/']], quotes: '"', longQuotes: [] },
    extensions: ['tf', 'hcl', 'tfvars'],
  },
  { name: 'HLSL', syntax: C, extensions: ['hlsl', 'fx', 'fxh', 'hlsli'] },
  { name: 'HTML', syntax: MARKUP, extensions: ['html', 'htm', 'xhtml', 'hta'] },
  {
    name: 'INI',
    syntax: { line: [';', '#'], block: [], quotes: '', longQuotes: [], isLineStartOnly: true },
    extensions: ['ini', 'cfg', 'conf', 'desktop', 'editorconfig', 'prefs'],
    fileNames: ['.gitconfig', '.editorconfig', '.npmrc'],
  },
  { name: 'Java', syntax: TRIPLE_C, extensions: ['java', 'jav', 'jsh'] },
  {
    name: 'Java Properties',
    syntax: { line: ['#', '!'], block: [], quotes: '', longQuotes: [], isLineStartOnly: true },
    extensions: ['properties'],
  },
  {
    name: 'Java Server Pages',
    syntax: SERVER_PAGE,
    extensions: ['jsp', 'jspf', 'tag', 'jspx'],
  },
  {
    name: 'JavaScript',
    syntax: JAVASCRIPT,
    extensions: ['js', 'mjs', 'cjs', 'jsx', 'es6', 'es', 'jsm'],
    fileNames: ['jakefile'],
    interpreters: ['node', 'nodejs', 'deno', 'bun', 'qjs', 'gjs'],
  },
  {
    name: 'JSON',
    syntax: NONE,
    extensions: ['json', 'webmanifest', 'geojson', 'har', 'ipynb', 'map'],
    fileNames: ['composer.lock', '.babelrc', '.eslintrc'],
  },
  {
    name: 'JSON with Comments',
    syntax: C,
    extensions: ['jsonc', 'json5', 'code-workspace'],
    fileNames: ['tsconfig.json', 'jsconfig.json'],
  },
  {
    name: 'Julia',
    syntax: {
      line: ['#'],
      block: [],
      nested: [['#=', '=#']],
      quotes: '"',
      longQuotes: ['"""'],
      hasDocStrings: true,
    },
    extensions: ['jl'],
    interpreters: ['julia'],
  },
  { name: 'Kotlin', syntax: { ...TRIPLE_C, block: [], nested: [['/*', '*/']] }, extensions: ['kt', 'kts', 'ktm'] },
  { name: 'Less', syntax: C, extensions: ['less'] },
  { name: 'Lex', syntax: C, extensions: ['l', 'lex', 'flex'] },
  { name: 'Linker Script', syntax: { ...C, line: [] }, extensions: ['ld', 'lds'] },
  {
    name: 'Lua',
    syntax: {
      line: ['--'],
      block: LONG_BRACKETS.map(([start, end]) => [`--${start}`, end]),
      quotes: '"\'',
      longQuotes: [],
      raw: LONG_BRACKETS,
    },
    extensions: ['lua', 'rockspec', 'nse'],
    interpreters: ['lua', 'luajit'],
  },
  {
    name: 'M4',
    syntax: { line: ['dnl', '#'], block: [], quotes: '', longQuotes: [] },
    extensions: ['m4', 'ac'],
    fileNames: ['configure.in'],
  },
  {
    name: 'Makefile',
    syntax: { line: ['#'], block: [], quotes: '', longQuotes: [] },
    extensions: ['mk', 'mak', 'make', 'am'],
    fileNames: ['makefile', 'gnumakefile', 'makefile.in', 'makefile.inc', 'kbuild', 'bsdmakefile'],
    interpreters: ['make', 'gmake'],
  },
  { name: 'Mathematica', syntax: ML, extensions: ['mt', 'wl', 'wls', 'nb'] },
  {
    name: 'MATLAB',
    syntax: { line: ['%'], block: [['%{', '%}']], quotes: '', longQuotes: [] },
    extensions: ['matlab'],
  },
  {
    name: 'Meson',
    syntax: { ...HASH, longQuotes: ["'''"] },
    extensions: [],
    fileNames: ['meson.build', 'meson_options.txt', 'meson.options'],
  },
  {
    name: 'Nim',
    syntax: { line: ['#'], block: [], nested: [['#[', ']#']], quotes: '"', longQuotes: ['"""'] },
    extensions: ['nim', 'nims', 'nimble'],
  },
  {
    name: 'Nix',
    syntax: { line: ['#'], block: [['/*', '*/']], quotes: '', longQuotes: ['"', "''"] },
    extensions: ['nix'],
  },
  {
    name: 'NSIS',
    syntax: { line: [';', '#'], block: [['/*', '*/']], quotes: '"\'', longQuotes: [] },
    extensions: ['nsi', 'nsh'],
  },
  { name: 'Objective-C', syntax: C, extensions: ['m'] },
  { name: 'Objective-C++', syntax: C_PLUS_PLUS, extensions: ['mm'] },
  { name: 'OCaml', syntax: ML, extensions: ['ml', 'mli', 'mll', 'mly', 'eliom'], interpreters: ['ocaml', 'ocamlrun'] },
  { name: 'OpenCL', syntax: C, extensions: ['opencl', 'clh'] },
  { name: 'Pascal', syntax: PASCAL, extensions: ['pas', 'dpr', 'lpr', 'dfm', 'pascal'], interpreters: ['instantfpc'] },
  {
    name: 'Perl',
    syntax: {
      line: ['#'],
      block: [
        ['^=pod', '^=cut'],
        ['^=head1', '^=cut'],
        ['^=head2', '^=cut'],
        ['^=head3', '^=cut'],
        ['^=head4', '^=cut'],
        ['^=begin', '^=cut'],
        ['^=encoding', '^=cut'],
        ['^=over', '^=cut'],
        ['^=item', '^=cut'],
        ['^=for', '^=cut'],
      ],
      quotes: '"',
      longQuotes: [],
    },
    extensions: ['pl', 'pm', 't', 'pod', 'psgi', 'plx', 'al', 'xs'],
    fileNames: ['makefile.pl', 'cpanfile'],
    interpreters: ['perl', 'perl5', 'cperl'],
  },
  {
    name: 'PHP',
    // `#[` begins an attribute.
    syntax: { line: ['//', '#'], block: [['/*', '*/']], quotes: '"\'', longQuotes: [], plain: ['#['] },
    extensions: ['php', 'php3', 'php4', 'php5', 'phtml', 'phps', 'inc', 'ctp'],
    interpreters: ['php'],
  },
  { name: 'PLpgSQL', syntax: SQL, extensions: ['pgsql', 'plpgsql'] },
  { name: 'PLSQL', syntax: SQL, extensions: ['pls', 'plsql', 'pck', 'pkb', 'pks', 'plb'] },
  {
    name: 'PowerShell',
    syntax: { line: ['#'], block: [['<#', '#>']], quotes: '"\'', longQuotes: [] },
    extensions: ['ps1', 'psm1', 'psd1'],
    interpreters: ['pwsh'],
  },
  {
    name: 'Prolog',
    syntax: { line: ['%'], block: [['/*', '*/']], quotes: '"\'', longQuotes: [] },
    extensions: ['pro', 'prolog', 'plt'],
    interpreters: ['swipl'],
  },
  { name: 'Protocol Buffer', syntax: C, extensions: ['proto', 'protodevel'] },
  { name: 'Puppet', syntax: HASH, extensions: ['pp'] },
  {
    name: 'Python',
    syntax: PYTHON,
    extensions: ['py', 'pyi', 'pyw', 'py3', 'gyp', 'gypi', 'wsgi', 'rpy'],
    fileNames: ['sconstruct', 'sconscript', 'wscript', 'snakefile'],
    interpreters: ['python', 'python2', 'python3', 'pypy', 'pypy3'],
  },
  { name: 'QML', syntax: JAVASCRIPT, extensions: ['qml', 'qbs'] },
  { name: 'QMake', syntax: HASH, extensions: ['pri', 'prf'] },
  { name: 'R', syntax: HASH, extensions: ['r', 'rd', 'rsx'], interpreters: ['rscript'] },
  { name: 'Racket', syntax: LISP, extensions: ['rkt', 'rktl', 'rktd'], interpreters: ['racket'] },
  { name: 'RenderScript', syntax: C, extensions: ['rsh'] },
  {
    name: 'Roff',
    syntax: { line: ['.\\"', '\'\\"', '\\"'], block: [], quotes: '', longQuotes: [], isLineStartOnly: true },
    extensions: ['1', '2', '3', '4', '5', '6', '7', '8', 'man', 'mdoc', 'ms', 'me', 'roff', 'tmac', '1m', '3pm', '3x'],
  },
  {
    name: 'Ruby',
    syntax: { line: ['#'], block: [['^=begin', '^=end']], quotes: '"\'', longQuotes: [] },
    extensions: ['rb', 'rbw', 'rake', 'gemspec', 'ru', 'podspec', 'jbuilder', 'thor', 'rbi'],
    fileNames: ['rakefile', 'gemfile', 'podfile', 'vagrantfile', 'guardfile', 'capfile', 'brewfile', 'fastfile'],
    interpreters: ['ruby', 'jruby', 'rbx', 'macruby', 'rake'],
  },
  {
    name: 'Rust',
    syntax: {
      ...C_NESTED,
      raw: ['', '#', '##', '###'].flatMap((level) =>
        ['r', 'br', 'cr'].map((prefix) => [`${prefix}${level}"`, `"${level}`] as const),
      ),
      plain: QUOTE_LETTERS,
    },
    extensions: ['rs'],
  },
  { name: 'Sass', syntax: C, extensions: ['sass'] },
  {
    name: 'Scala',
    syntax: { ...TRIPLE_C, block: [], nested: [['/*', '*/']] },
    extensions: ['scala', 'sc', 'sbt'],
    interpreters: ['scala'],
  },
  {
    name: 'Scheme',
    syntax: LISP,
    extensions: ['scm', 'ss', 'sld', 'sls', 'sps'],
    interpreters: ['guile', 'csi', 'chicken'],
  },
  { name: 'SCSS', syntax: C, extensions: ['scss'] },
  {
    name: 'Shell',
    syntax: { ...HASH, hasHereDocuments: true },
    extensions: ['sh', 'bash', 'zsh', 'ksh', 'csh', 'tcsh', 'fish', 'bats', 'ebuild', 'eclass', 'command', 'dash'],
    fileNames: ['.bashrc', '.profile', '.bash_profile', '.zshrc', 'configure', 'pkgbuild', 'apkbuild'],
    interpreters: ['sh', 'bash', 'zsh', 'ksh', 'dash', 'ash', 'csh', 'tcsh', 'fish', 'bats'],
  },
  { name: 'Smalltalk', syntax: { line: [], block: [['"', '"']], quotes: '', longQuotes: ["'"] }, extensions: ['st'] },
  { name: 'Solidity', syntax: C, extensions: ['sol'] },
  { name: 'SQL', syntax: SQL, extensions: ['sql', 'ddl', 'prc', 'tab', 'udf', 'viw', 'cql'] },
  { name: 'Standard ML', syntax: ML, extensions: ['sml', 'fun', 'sig'] },
  {
    name: 'Starlark',
    syntax: PYTHON,
    extensions: ['bzl', 'star', 'bazel'],
    fileNames: ['build', 'workspace', 'build.bazel', 'workspace.bazel', 'buck', 'tiltfile'],
  },
  { name: 'Stylus', syntax: C, extensions: ['styl'] },
  {
    name: 'Svelte',
    syntax: {
      ...JAVASCRIPT,
      block: [
        ['/*', '*/'],
        ['<!--', '-->'],
      ],
      longQuotes: [],
    },
    extensions: ['svelte'],
  },
  { name: 'SVG', syntax: MARKUP, extensions: ['svg'] },
  { name: 'Swift', syntax: { ...C_NESTED, longQuotes: ['"""'] }, extensions: ['swift'], interpreters: ['swift'] },
  { name: 'SWIG', syntax: C, extensions: ['i', 'swg', 'swig'] },
  { name: 'SystemVerilog', syntax: { ...C, quotes: '"' }, extensions: ['sv', 'svh', 'vh'] },
  {
    name: 'Tcl',
    syntax: { line: ['#'], block: [], quotes: '"', longQuotes: [] },
    extensions: ['tcl', 'tk', 'itcl', 'exp', 'adp'],
    interpreters: ['tclsh', 'wish', 'expect'],
  },
  {
    name: 'TeX',
    syntax: PERCENT,
    extensions: ['tex', 'sty', 'cls', 'ltx', 'dtx', 'ins', 'bib', 'bst', 'latex', 'toc'],
  },
  {
    name: 'Texinfo',
    syntax: { line: ['@c', '@comment'], block: [['@ignore', '@end ignore']], quotes: '', longQuotes: [] },
    extensions: ['texi', 'texinfo', 'txi'],
  },
  { name: 'Thrift', syntax: { ...C, line: ['//', '#'] }, extensions: ['thrift'] },
  {
    name: 'TOML',
    syntax: { ...HASH, longQuotes: ['"""', "'''"] },
    extensions: ['toml'],
    fileNames: ['cargo.lock', 'poetry.lock', 'uv.lock', 'pipfile', 'gopkg.lock'],
  },
  { name: 'TSX', syntax: JAVASCRIPT, extensions: ['tsx'] },
  { name: 'TypeScript', syntax: JAVASCRIPT, extensions: ['ts', 'mts', 'cts'], interpreters: ['ts-node', 'tsx'] },
  { name: 'Vala', syntax: TRIPLE_C, extensions: ['vala', 'vapi'] },
  { name: 'VBScript', syntax: BASIC, extensions: ['vbs', 'asp'] },
  {
    name: 'Velocity Template Language',
    syntax: { line: ['##'], block: [['#*', '*#']], quotes: '', longQuotes: [] },
    extensions: ['vm', 'vtl'],
  },
  { name: 'Verilog', syntax: { ...C, quotes: '"' }, extensions: ['v', 'veo'] },
  {
    name: 'VHDL',
    syntax: { line: ['--'], block: [['/*', '*/']], quotes: '"', longQuotes: [] },
    extensions: ['vhd', 'vhdl', 'vho'],
  },
  {
    name: 'Vim Script',
    syntax: { line: ['"'], block: [], quotes: '', longQuotes: [], isLineStartOnly: true },
    extensions: ['vim'],
    fileNames: ['.vimrc', '_vimrc'],
  },
  { name: 'Visual Basic .NET', syntax: BASIC, extensions: ['vb', 'bas', 'vba', 'frm'] },
  {
    name: 'Vue',
    syntax: {
      ...JAVASCRIPT,
      block: [
        ['/*', '*/'],
        ['<!--', '-->'],
      ],
      longQuotes: [],
    },
    extensions: ['vue'],
  },
  {
    name: 'XML',
    syntax: MARKUP,
    extensions: [
      'xml',
      'xsd',
      'xsl',
      'xslt',
      'wsdl',
      'pom',
      'csproj',
      'vbproj',
      'fsproj',
      'vcxproj',
      'props',
      'targets',
      'nuspec',
      'plist',
      'xaml',
      'ui',
      'xmi',
      'rdf',
      'resx',
      'dtd',
      'ent',
      'docbook',
      'storyboard',
      'xib',
      'iml',
      'kml',
      'rss',
      'xlf',
      'xliff',
      'config',
      'ivy',
      'launch',
      'wxs',
      'xul',
    ],
    fileNames: ['.classpath', '.project'],
  },
  {
    name: 'YAML',
    syntax: HASH,
    extensions: ['yml', 'yaml', 'clang-format'],
    fileNames: ['.clang-format', '.clang-tidy', 'pubspec.lock', 'yarn.lock', '.gemrc'],
  },
  { name: 'Zig', syntax: { line: ['//'], block: [], quotes: '"\'', longQuotes: [] }, extensions: ['zig', 'zon'] },
];
