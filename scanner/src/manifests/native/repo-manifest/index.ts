// Reads manifests of repo, the tool of Android: the repositories that it checks out together, with their revisions.
// Format: https://gerrit.googlesource.com/git-repo/+/HEAD/docs/manifest-format.md
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { readXmlTags } from '../../shared/formats/xml-tags.ts';
import { packageOf } from '../../shared/identity.ts';
import { readSafely, textOf } from '../../shared/problems.ts';
import { gitIdentity } from '../../shared/source-location.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The manifest of repo', (problems): PackageFinding[] => {
      const tags = readXmlTags(textOf(bytes)).filter(({ isClosing }) => !isClosing);
      // Other formats use the name of this file too.
      if (tags[0]?.name !== 'manifest' || !tags.some(({ name }) => name === 'project')) return [];
      const remotes = new Map(
        tags
          .filter(({ name }) => name === 'remote')
          .map(({ attributes }) => [attributes.get('name') ?? '', attributes] as const),
      );
      const defaults = tags.find(({ name }) => name === 'default')?.attributes;
      return tags
        .filter(({ name }) => name === 'project')
        .flatMap(({ attributes, line }) => {
          const name = attributes.get('name') ?? '';
          const remote = remotes.get(attributes.get('remote') ?? defaults?.get('remote') ?? '');
          const revision = attributes.get('revision') ?? remote?.get('revision') ?? defaults?.get('revision') ?? '';
          const fetch = (remote?.get('fetch') ?? '').replace(/\/+$/, '');
          const identity = gitIdentity(`${fetch}/${name}`, revision);
          const parts = {
            role: 'requires' as const,
            isDirect: true,
            requirement: revision,
            line,
            // A branch changes; commits and tags do not.
            version: /^[0-9a-f]{40}$|^refs\/tags\//.test(revision) ? revision.replace('refs/tags/', '') : '',
          };
          // `fetch=".."` is relative to the address of the manifest, which is unknown.
          return identity === undefined
            ? (packageOf('generic', name, parts, problems) ?? [])
            : (packageOf(
                identity.type,
                identity.fullName,
                { ...parts, repositoryUrl: identity.repositoryUrl },
                problems,
              ) ?? []);
        });
    }),
};
