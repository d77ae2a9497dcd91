// Maps a file's name, or its `#!` line, to its programming language. Reads no other bytes (see ambiguous.ts for that).
import { itemAt } from '../items.ts';
import { LANGUAGES, type Language } from './language-table.ts';

const BY_NAME = new Map(LANGUAGES.map((language) => [language.name, language]));
const BY_EXTENSION = indexOf((language) => language.extensions);
const BY_FILE_NAME = indexOf((language) => language.fileNames ?? []);
const BY_INTERPRETER = indexOf((language) => language.interpreters ?? []);

function indexOf(keysOf: (language: Language) => readonly string[]): Map<string, Language> {
  const index = new Map<string, Language>();
  for (const language of LANGUAGES) {
    for (const key of keysOf(language)) if (!index.has(key)) index.set(key, language);
  }
  return index;
}

/** The language of that exact name, or nothing. */
export function languageNamed(name: string): Language | undefined {
  return BY_NAME.get(name);
}

/** The language that a file's name implies, or nothing. Only the part after the last slash counts. */
export function languageOfPath(path: string): Language | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const byName = BY_FILE_NAME.get(name);
  if (byName) return byName;
  // Templates of build systems (`config.h.in`) are in the language of the name without `.in`.
  const base = name.endsWith('.in') ? name.slice(0, -3) : name;
  const dot = base.lastIndexOf('.');
  const byExtension = dot > 0 ? BY_EXTENSION.get(base.slice(dot + 1)) : undefined;
  if (byExtension) return byExtension;
  // `Makefile.linux`, `Dockerfile.arm64`
  return /^(?:makefile|dockerfile)\./.test(name) ? BY_FILE_NAME.get(name.slice(0, name.indexOf('.'))) : undefined;
}

/** The language of the program in a `#!` first line, or nothing. `head` is the text of the first line or more. */
export function languageOfShebang(head: string): Language | undefined {
  const shebang = /^#![ \t]*(\S+)[ \t]*([^\n]*)/.exec(head.slice(0, 256));
  if (!shebang) return undefined;
  let program = itemAt(shebang, 1);
  if (program.endsWith('/env'))
    program =
      itemAt(shebang, 2)
        .split(/\s+/)
        .find((word) => word !== '' && !/^-|=/.test(word)) ?? '';
  const name = program.slice(program.lastIndexOf('/') + 1).toLowerCase();
  return BY_INTERPRETER.get(name) ?? BY_INTERPRETER.get(name.replace(/[\d.]+$/, ''));
}
