// The languages whose syntax is coloured: the names that the scanner gives to files, and the grammar of highlight.js for each. Languages that are not here
// have no colours. The grammars themselves are in grammars.ts, which only the worker loads.

/** By the name of the scanner. */
export const COLOURED_LANGUAGES: Readonly<Record<string, string>> = {
  ...{
    Ada: 'ada',
    Awk: 'awk',
    Batchfile: 'dos',
    C: 'c',
    'C#': 'csharp',
    'C++': 'cpp',
    Clojure: 'clojure',
    CMake: 'cmake',
  },
  ...{
    CoffeeScript: 'coffeescript',
    'Common Lisp': 'lisp',
    CSS: 'css',
    Cuda: 'cpp',
    Cython: 'python',
    D: 'd',
    Dart: 'dart',
  },
  ...{
    Dockerfile: 'dockerfile',
    Elixir: 'elixir',
    'Emacs Lisp': 'lisp',
    Erlang: 'erlang',
    'F#': 'fsharp',
    Fortran: 'fortran',
  },
  ...{ 'Fortran Free Form': 'fortran', GLSL: 'glsl', Go: 'go', Gradle: 'gradle', GraphQL: 'graphql', Groovy: 'groovy' },
  ...{ Haskell: 'haskell', HLSL: 'glsl', HTML: 'xml', INI: 'ini', Java: 'java', 'Java Properties': 'properties' },
  ...{
    'Java Server Pages': 'xml',
    JavaScript: 'javascript',
    JSON: 'json',
    'JSON with Comments': 'javascript',
    Julia: 'julia',
  },
  ...{ Kotlin: 'kotlin', Less: 'less', Lua: 'lua', Makefile: 'makefile', MATLAB: 'matlab', Nim: 'nim', Nix: 'nix' },
  ...{
    'Objective-C': 'objectivec',
    'Objective-C++': 'objectivec',
    OCaml: 'ocaml',
    OpenCL: 'c',
    Pascal: 'delphi',
    Perl: 'perl',
  },
  ...{
    PHP: 'php',
    PLpgSQL: 'sql',
    PLSQL: 'sql',
    PowerShell: 'powershell',
    'Protocol Buffer': 'protobuf',
    Puppet: 'puppet',
  },
  ...{
    Python: 'python',
    R: 'r',
    Racket: 'scheme',
    Ruby: 'ruby',
    Rust: 'rust',
    Scala: 'scala',
    Scheme: 'scheme',
    SCSS: 'scss',
  },
  ...{
    Shell: 'bash',
    SQL: 'sql',
    'Standard ML': 'ocaml',
    Starlark: 'python',
    Svelte: 'xml',
    SVG: 'xml',
    Swift: 'swift',
  },
  ...{ SystemVerilog: 'verilog', Tcl: 'tcl', TeX: 'latex', Thrift: 'thrift', TOML: 'ini', TSX: 'typescript' },
  ...{
    TypeScript: 'typescript',
    'Visual Basic .NET': 'vbnet',
    Verilog: 'verilog',
    VHDL: 'vhdl',
    Vue: 'xml',
    XML: 'xml',
  },
  ...{ YAML: 'yaml' },
};

export const grammarOf = (language: string): string | undefined =>
  Object.hasOwn(COLOURED_LANGUAGES, language) ? COLOURED_LANGUAGES[language] : undefined;
