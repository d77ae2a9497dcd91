// Reads Info.plist of programs and frameworks of macOS: their names and versions. Only of built ones: the file of a
// source tree has variables, and describes the project itself.
// Format: https://developer.apple.com/documentation/bundleresources/information-property-list
import type { PackageFinding } from '../../../findings.ts';
import { child, type Element, parseXml } from '../../../xml.ts';
import type { ManifestReader } from '../../member.ts';
import { packageOf } from '../../shared/identity.ts';
import { type Problems, readSafely, textOf } from '../../shared/problems.ts';

const NAMES = ['CFBundleName', 'CFBundleDisplayName', 'CFBundleExecutable', 'CFBundleIdentifier'] as const;
const VERSIONS = ['CFBundleShortVersionString', 'CFBundleVersion'] as const;

interface Entry {
  text: string;
  line: number;
}

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The Info.plist', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      if (text.startsWith('bplist')) {
        problems.add('The Info.plist is a property list in binary form, which is not read.');
        return [];
      }
      const entries = entriesOf(child(parseXml(text), 'dict'), problems);
      const name = NAMES.map((key) => entries.get(key)).find(isSet);
      if (name === undefined) return [];
      const version = VERSIONS.map((key) => entries.get(key)).find(isSet)?.text ?? '';
      const about = { role: 'locks' as const, isPresent: true, version, line: name.line };
      // A slash would separate a namespace.
      return [packageOf('generic', name.text.replaceAll('/', '-'), about, problems)].filter(
        (found) => found !== undefined,
      );
    }),
};

/** The texts of the outermost dictionary. */
function entriesOf(dictionary: Element | undefined, problems: Problems): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  if (dictionary === undefined) problems.add('An Info.plist should have a "dict"; nothing was read from it.');
  dictionary?.children.forEach((element, i, all) => {
    const key = all[i - 1];
    if (element.name !== 'string' || key?.name !== 'key' || entries.has(key.text.trim())) return;
    entries.set(key.text.trim(), { text: element.text.trim(), line: element.line });
  });
  return entries;
}

/** A variable means a file that was not built. */
function isSet(entry: Entry | undefined): entry is Entry {
  return entry !== undefined && entry.text !== '' && !entry.text.includes('$');
}
