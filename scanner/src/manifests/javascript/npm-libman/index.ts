// Reads libman.json of Microsoft's Library Manager: browser libraries in exact versions, which it copies into folders
// of the project.
// Format: https://learn.microsoft.com/aspnet/core/client-side/libman/libman-vs
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { readJsonObject } from '../../shared/formats/json-manifest.ts';
import { jsonLines } from '../../shared/formats/line-index.ts';
import { heldPackage } from '../../shared/held.ts';
import { asFields, asList, asText, own, type Problems, quoted, readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The libman.json', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const manifest = readJsonObject(text, 'A libman.json', problems);
      if (manifest === undefined) return [];
      const lineOf = jsonLines(text, 3);
      const defaults = { provider: manifest.of('defaultProvider'), destination: manifest.of('defaultDestination') };
      return asList(own(manifest.fields, 'libraries'), 'libraries', problems).flatMap((entry, i) => {
        const line = lineOf('libraries', i, 'library') ?? lineOf('libraries', i);
        return libraryOf(asFields(entry, `libraries[${i}]`, problems), { ...defaults, i, line }, problems) ?? [];
      });
    }),
};

interface Place {
  provider: string;
  destination: string;
  i: number;
  line: number | undefined;
}

function libraryOf(entry: Record<string, unknown>, place: Place, problems: Problems): PackageFinding | undefined {
  const of = (key: string) => asText(own(entry, key), `libraries[${place.i}].${key}`, problems);
  const provider = of('provider') || place.provider;
  // These are files of the project itself, or addresses of single files.
  if (provider === 'filesystem') return undefined;
  const written = of('library');
  const at = written.lastIndexOf('@');
  if (at <= 0) {
    problems.add(
      `"libraries[${place.i}].library" should be a name and a version such as jquery@3.7.1 but is ${quoted(written)}; it was left out.`,
    );
    return undefined;
  }
  const name = written.slice(0, at);
  const version = written.slice(at + 1);
  const destination = of('destination') || place.destination;
  const { line } = place;
  return heldPackage(
    {
      name,
      // jsDelivr also delivers files of GitHub repositories: `owner/name@tag`.
      type: provider === 'jsdelivr' && /^[^@/]+\//.test(name) ? 'github' : 'npm',
      version: version === 'latest' ? '' : version,
      ...(destination !== '' && { folder: destination.replace(/^(?:\.?\/)+|\/+$/g, '') }),
      ...(line !== undefined && { line }),
    },
    problems,
  );
}
