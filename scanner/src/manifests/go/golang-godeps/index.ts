// Reads Godeps.json: packages with the revisions of their repositories.
// Format: https://github.com/tools/godep#file-format
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { visitJsonLines } from '../../shared/formats/lines.ts';
import { packageOf } from '../../shared/identity.ts';
import { asFields, asList, asText, own, readSafely, textOf } from '../../shared/problems.ts';
import { goRepository } from '../golang-names.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The Godeps.json', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const manifest = asFields(JSON.parse(text), 'Godeps.json', problems);
      const lines = new Map<string, number>();
      visitJsonLines(text, 3, ([section, index, key], line) => {
        if (section === 'Deps' && key === 'ImportPath') lines.set(index ?? '', line);
      });
      const self = asText(own(manifest, 'ImportPath'), 'ImportPath', problems);
      const declared =
        self === ''
          ? undefined
          : packageOf('golang', self, { role: 'declares', repositoryUrl: goRepository(self) }, problems);
      const locked = asList(own(manifest, 'Deps'), 'Deps', problems).flatMap((value, i) => {
        const fields = asFields(value, `Deps[${i}]`, problems);
        const path = asText(own(fields, 'ImportPath'), `Deps[${i}].ImportPath`, problems);
        const revision = asText(own(fields, 'Rev'), `Deps[${i}].Rev`, problems);
        const comment = asText(own(fields, 'Comment'), `Deps[${i}].Comment`, problems);
        const line = lines.get(String(i));
        const found = packageOf(
          'golang',
          path,
          {
            role: 'locks',
            // The comment is the output of `git describe` for the revision: a version if it consists of a tag alone.
            version: /^v?\d+(\.\d+)+$/.test(comment) ? comment : revision,
            isDirect: true,
            repositoryUrl: goRepository(path),
            ...(line === undefined ? {} : { line }),
          },
          problems,
        );
        return found === undefined ? [] : [found];
      });
      return declared === undefined ? locked : [declared, ...locked];
    }),
};
