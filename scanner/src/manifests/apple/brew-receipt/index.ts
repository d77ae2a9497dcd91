// Reads INSTALL_RECEIPT.json, which Homebrew puts into the folder of each installed formula.
// Format: https://docs.brew.sh/rubydoc/Tab.html
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { type Installed, installedFindings } from '../../shared/installed.ts';
import { asFields, asList, asText, own, readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The INSTALL_RECEIPT.json', (problems): PackageFinding[] => {
      const receipt = asFields(JSON.parse(textOf(bytes)), 'INSTALL_RECEIPT.json', problems);
      const source = asFields(own(receipt, 'source'), 'source', problems);
      const versions = asFields(own(source, 'versions'), 'source.versions', problems);
      const path = asText(own(source, 'path'), 'source.path', problems);
      const name = /([\w@.+-]+)\.(?:rb|json)$/.exec(path.slice(-300))?.[1] ?? '';
      if (name === '') {
        problems.add(
          '"source.path" should be the path of a formula, NAME.rb or NAME.json; nothing was read from the INSTALL_RECEIPT.json.',
        );
        return [];
      }
      const tap = asText(own(source, 'tap'), 'source.tap', problems);
      const isRequested = own(receipt, 'installed_on_request');
      const needs = asList(own(receipt, 'runtime_dependencies'), 'runtime_dependencies', problems).map((entry) => {
        const fields = asFields(entry, 'runtime_dependencies', problems);
        return {
          names: [asText(own(fields, 'full_name'), 'runtime_dependencies.full_name', problems)],
          requirement: asText(own(fields, 'version'), 'runtime_dependencies.version', problems),
          scope: 'runtime' as const,
        };
      });
      const installed: Installed = {
        fullName: tap === '' ? name : `${tap}/${name}`,
        name,
        version: asText(own(versions, 'stable'), 'source.versions.stable', problems),
        ...(typeof isRequested === 'boolean' ? { isDirect: isRequested } : {}),
        provides: [],
        needs,
      };
      return installedFindings('brew', [installed], problems, (other) =>
        other === '' ? undefined : other.includes('/') || tap === '' ? other : `homebrew/core/${other}`,
      );
    }),
};
