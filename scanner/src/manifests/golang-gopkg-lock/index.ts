// Reads Gopkg.lock of dep. It does not tell which projects the code base asks for itself, but for those that `input-imports` name.
// Format: https://golang.github.io/dep/docs/Gopkg.lock.html
import { parse } from 'smol-toml';
import type { PackageFinding } from '../../findings.ts';
import { goRepository } from '../golang-names.ts';
import { packageOf } from '../identity.ts';
import { visitTomlLines } from '../lines.ts';
import type { ManifestMember } from '../member.ts';
import { asFields, asList, asText, asTexts, own, readSafely, textOf } from '../problems.ts';

export const golangGopkgLock: ManifestMember = {
  name: 'golang-gopkg-lock',
  wants: (_path, file) => file === 'Gopkg.lock',
  read: (bytes) =>
    readSafely('The Gopkg.lock', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const lock = parse(text) as Record<string, unknown>;
      const lines = new Map<string, number>();
      visitTomlLines(text, ([table, index, key], line) => {
        if (table === 'projects' && key === 'name') lines.set(index ?? '', line);
      });
      const meta = asFields(own(lock, 'solve-meta'), 'solve-meta', problems);
      const written = own(meta, 'input-imports');
      const imports = asTexts(written, 'solve-meta.input-imports', problems);
      return asList(own(lock, 'projects'), 'projects', problems).flatMap((value, i) => {
        const field = `projects[${i}]`;
        const project = asFields(value, field, problems);
        const name = asText(own(project, 'name'), `${field}.name`, problems);
        const revision = asText(own(project, 'revision'), `${field}.revision`, problems);
        const source = asText(own(project, 'source'), `${field}.source`, problems);
        const line = lines.get(String(i));
        const found = packageOf(
          'golang',
          name,
          {
            role: 'locks',
            version: asText(own(project, 'version'), `${field}.version`, problems) || revision,
            repositoryUrl: source || goRepository(name),
            ...(written === undefined ? {} : { isDirect: imports.some((path) => isIn(path, name)) }),
            ...(line === undefined ? {} : { line }),
          },
          problems,
        );
        return found === undefined ? [] : [found];
      });
    }),
};

function isIn(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}
