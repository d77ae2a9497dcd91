// Manifests and lockfiles with any number of entries, to measure the cost of large ones.

type Files = Record<string, string>;

/** The files of a project, by the name of the package manager. */
export const MANIFESTS: Record<string, (entries: number) => Files> = {
  npm: (entries) => ({
    'package.json': JSON.stringify({ name: 'root', version: '1.0.0' }),
    'package-lock.json': packageLock(entries),
  }),
  pnpm: (entries) => ({ 'pnpm-lock.yaml': pnpmLock(entries) }),
  yarn: (entries) => ({ 'yarn.lock': yarnLock(entries) }),
  go: (entries) => ({ 'go.mod': goMod(entries), 'go.sum': goSum(entries) }),
  cargo: (entries) => ({ 'Cargo.lock': cargoLock(entries) }),
  requirements: (entries) => ({ 'requirements.txt': numbered(entries, (i) => `package-${i}==1.${i}.0`) }),
};

function numbered(entries: number, line: (index: number) => string): string {
  return Array.from({ length: entries }, (_, index) => line(index)).join('\n');
}

/** Above 100,000 entries only the required fields, so that a lockfile stays below the size limit of manifests. */
function packageLock(entries: number): string {
  const isShort = entries > 100_000;
  const packages: Record<string, object> = {
    '': { name: 'root', version: '1.0.0', dependencies: { 'package-0': '^1.0.0' } },
  };
  for (let i = 0; i < entries; i++)
    packages[`node_modules/package-${i}`] = isShort
      ? { version: `1.${i}.0`, dependencies: { [`package-${(i * 7 + 1) % entries}`]: '*' } }
      : {
          version: `1.${i}.0`,
          resolved: `https://registry.npmjs.org/package-${i}/-/package-${i}-1.${i}.0.tgz`,
          integrity: 'sha512-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==',
          license: ['MIT', 'ISC', 'Apache-2.0', 'BSD-3-Clause'][i % 4],
          dependencies: { [`package-${(i * 7 + 1) % entries}`]: '^1.0.0', [`package-${(i * 13 + 5) % entries}`]: '*' },
        };
  const lock = { name: 'root', version: '1.0.0', lockfileVersion: 3, packages };
  return isShort ? JSON.stringify(lock) : JSON.stringify(lock, null, 2);
}

function pnpmLock(entries: number): string {
  return `lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      package-0:\n        specifier: ^1.0.0\n        version: 1.0.0\npackages:\n${numbered(entries, (i) => `  package-${i}@1.${i}.0:\n    resolution: {integrity: sha512-AAAA==}\n`)}\nsnapshots:\n${numbered(entries, (i) => `  package-${i}@1.${i}.0:\n    dependencies:\n      package-${(i * 7 + 1) % entries}: 1.${(i * 7 + 1) % entries}.0\n`)}`;
}

function yarnLock(entries: number): string {
  return `# yarn lockfile v1\n\n${numbered(entries, (i) => `package-${i}@^1.0.0:\n  version "1.${i}.0"\n  resolved "https://registry.yarnpkg.com/package-${i}/-/package-${i}-1.${i}.0.tgz#abc"\n`)}`;
}

function goMod(entries: number): string {
  return `module example.com/root\n\ngo 1.22\n\nrequire (\n${numbered(entries, (i) => `\texample.com/module/m${i} v1.${i}.0`)}\n)\n`;
}

function goSum(entries: number): string {
  return numbered(
    entries,
    (i) =>
      `example.com/module/m${i} v1.${i}.0 h1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\nexample.com/module/m${i} v1.${i}.0/go.mod h1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=`,
  );
}

function cargoLock(entries: number): string {
  return `version = 3\n\n${numbered(entries, (i) => `[[package]]\nname = "crate-${i}"\nversion = "1.${i}.0"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\ndependencies = [\n "crate-${(i * 7 + 1) % entries}",\n]\n`)}`;
}
