// Converts what a detection rule matches to and from lines of text: patterns of paths, or files in the format of
// md5sum.

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

/** One `MD5  name` per line. `problem` names the first line of another form. */
export function filesIn(text: string): { files: RuleFile[]; problem: string | null } {
  const files: RuleFile[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const [, md5, name] = /^\s*([0-9a-f]{32})\s+\*?(\S.*?)\s*$/i.exec(line) ?? [];
    if (md5 === undefined || name === undefined)
      return { files: [], problem: `Line ${at + 1} must be an MD5 of 32 digits and a file name.` };
    files.push({ name, md5: md5.toLowerCase() });
  }
  return { files, problem: null };
}

export function fileLines(files: readonly RuleFile[]): string {
  return files.map(({ name, md5 }) => `${md5}  ${name}`).join('\n');
}
