// What a detection rule looks for, as lines that people write: patterns of paths, or files as md5sum lists them.

export interface RuleFile {
  name: string;
  md5: string;
}

export function patternsIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** `MD5  name` a line; a line of another form is named in `problem`. */
export function filesIn(text: string): { files: RuleFile[]; problem: string | null } {
  const files: RuleFile[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const [, md5, name] = /^\s*([0-9a-f]{32})\s+\*?(\S.*?)\s*$/i.exec(line) ?? [];
    if (md5 === undefined || name === undefined)
      return { files: [], problem: `Line ${at + 1} is not an MD5 of 32 digits and the name of a file.` };
    files.push({ name, md5: md5.toLowerCase() });
  }
  return { files, problem: null };
}

export function fileLines(files: readonly RuleFile[]): string {
  return files.map(({ name, md5 }) => `${md5}  ${name}`).join('\n');
}
