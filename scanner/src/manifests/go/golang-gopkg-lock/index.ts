// Reads Gopkg.lock of dep. Only `input-imports` shows which projects the code base requests directly.
// Format: https://golang.github.io/dep/docs/Gopkg.lock.html
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { readTomlTables } from '../../shared/formats/toml-tables.ts';
import { packageOf } from '../../shared/identity.ts';
import { asFields, asList, asText, asTexts, own, readSafely, textOf } from '../../shared/problems.ts';
import { goRepository } from '../golang-names.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The Gopkg.lock', (problems): PackageFinding[] => {
      const { rest: lock, tables } = readTomlTables(textOf(bytes), 'projects', problems);
      asList(own(lock, 'projects'), 'projects', problems);
      const meta = asFields(own(lock, 'solve-meta'), 'solve-meta', problems);
      const written = own(meta, 'input-imports');
      const imports = asTexts(written, 'solve-meta.input-imports', problems);
      return tables.flatMap(({ fields: project, line }, i) => {
        const field = `projects[${i}]`;
        const name = asText(own(project, 'name'), `${field}.name`, problems);
        const revision = asText(own(project, 'revision'), `${field}.revision`, problems);
        const source = asText(own(project, 'source'), `${field}.source`, problems);
        const found = packageOf(
          'golang',
          name,
          {
            role: 'locks',
            version: asText(own(project, 'version'), `${field}.version`, problems) || revision,
            repositoryUrl: source || goRepository(name),
            ...(written === undefined ? {} : { isDirect: imports.some((path) => isIn(path, name)) }),
            line,
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
