// Releases of a generated project: files of source, and a lockfile of npm.
const LINES = 12;

interface Size {
  files: number;
  packages: number;
}

/** Of 100 files 30 have other code, 5 another version and year, 2 another holder, and 1 moved since the release before. */
export function release(edition: number, { files: many, packages }: Size): Record<string, string> {
  const files: Record<string, string> = { 'package-lock.json': lockfile(edition, packages) };
  for (let n = 0; n < many; n++) {
    const change = (n + edition * 37) % 100;
    const folder = change === 37 && edition > 0 ? `moved${edition}` : `module${Math.floor(n / 100)}`;
    files[`src/${folder}/file${n}.js`] = source(n, change, edition);
  }
  return files;
}

function source(n: number, change: number, edition: number): string {
  const isNew = edition > 0;
  const holder = isNew && change >= 35 && change < 37 ? `Holder ${edition}` : 'Ann Example';
  const version = isNew && change >= 30 && change < 35 ? `1.${edition}.0` : '1.0.0';
  const header = n % 3 === 0 || version !== '1.0.0' || holder !== 'Ann Example';
  const lines = Array.from({ length: LINES }, (_, at) => `export const part${n}_${at} = make(${n * 7 + at});`);
  if (isNew && change < 30) lines.push(`export const added${edition} = ${n};`);
  return `${header ? `// tool v${version}\n// Copyright (c) 2020 ${holder}\n// Released under the MIT License\n` : ''}${lines.join('\n')}\n`;
}

function lockfile(edition: number, many: number): string {
  const packages: Record<string, object> = { '': { name: 'app', version: '1.0.0' } };
  // Every tenth package has another version in each release.
  for (let n = 0; n < many; n++)
    packages[`node_modules/package-${n}`] = { version: `1.${n % 10 === 0 ? edition : 0}.0`, license: 'MIT' };
  return JSON.stringify({ name: 'app', version: '1.0.0', lockfileVersion: 3, packages });
}
