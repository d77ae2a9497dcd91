// Reads Package.resolved of versions 1 to 3.
// Format: https://github.com/swiftlang/swift-package-manager/blob/main/Sources/PackageGraph/ResolvedPackagesStore.swift
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { jsonLines } from '../../shared/formats/line-index.ts';
import { packageOf } from '../../shared/identity.ts';
import { asFields, asList, asText, isFields, own, readSafely, textOf } from '../../shared/problems.ts';
import { registryName, swiftName } from '../swift-names.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The Package.resolved', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const resolved: unknown = JSON.parse(text);
      const object = isFields(resolved) ? own(resolved, 'object') : undefined;
      const pins = isFields(resolved)
        ? (own(resolved, 'pins') ?? (isFields(object) ? own(object, 'pins') : undefined))
        : undefined;
      if (pins === undefined) {
        problems.add('A Package.resolved should be an object with "pins"; nothing was read from it.');
        return [];
      }
      const lineOf = jsonLines(text, 3);
      return asList(pins, 'pins', problems).flatMap((entry, i) => {
        const pin = asFields(entry, `pins[${i}]`, problems);
        const field = (name: string) => asText(own(pin, name), `pins[${i}].${name}`, problems);
        const kind = field('kind');
        const address = field('location') || field('repositoryURL');
        // The package is in a folder of the machine.
        if (kind === 'localSourceControl' || kind === 'fileSystem') return [];
        const fullName = kind === 'registry' ? registryName(field('identity')) : swiftName(address);
        const state = asFields(own(pin, 'state'), `pins[${i}].state`, problems);
        const of = (name: string) => asText(own(state, name), `pins[${i}].state.${name}`, problems);
        const revision = of('revision');
        return (
          packageOf(
            'swift',
            fullName || address || field('identity'),
            {
              role: 'locks',
              // A branch is locked by its revision.
              version: of('version') || revision,
              repositoryUrl: /^https?:/.test(address) ? address : '',
              downloadUrl: revision === '' || address === '' ? '' : `${address}#${revision}`,
              line: object === undefined ? lineOf('pins', i) : lineOf('object', 'pins', i),
            },
            problems,
          ) ?? []
        );
      });
    }),
};
