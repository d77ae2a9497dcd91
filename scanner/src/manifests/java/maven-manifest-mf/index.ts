// Reads META-INF/MANIFEST.MF: the main attributes that describe the jar. They contain no Maven coordinates;
// packages/maven/ finds these with the name of the jar and its other files.
// Format: https://docs.oracle.com/en/java/javase/21/docs/specs/jar/jar.html#jar-manifest
import type { TextPairs } from '../../../definitions.ts';
import type { ManifestReader } from '../../member.ts';
import { definitionsOf } from '../../shared/identity.ts';
import { readSafely, textOf } from '../../shared/problems.ts';

const WANTED = new Set([
  'automatic-module-name',
  'bundle-description',
  'bundle-docurl',
  'bundle-license',
  'bundle-name',
  'bundle-symbolicname',
  'bundle-vendor',
  'bundle-version',
  'implementation-title',
  'implementation-url',
  'implementation-vendor',
  'implementation-vendor-id',
  'implementation-version',
  'specification-title',
  'specification-version',
]);
const MAX_VALUE = 1000;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The MANIFEST.MF', () => [definitionsOf('maven', { jar: mainAttributes(textOf(bytes)) })]),
};

/** The attributes of the first section; a line that begins with a space continues the previous line. */
function mainAttributes(text: string): TextPairs {
  const attributes: { name: string; parts: string[] }[] = [];
  for (const raw of text.replace(/^\s+/, '').split('\n')) {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (line === '') break;
    const colon = line.indexOf(':');
    if (line.startsWith(' ')) attributes.at(-1)?.parts.push(line.slice(1));
    else if (colon > 0)
      attributes.push({ name: line.slice(0, colon).toLowerCase(), parts: [line.slice(colon + 1).trimStart()] });
  }
  return attributes
    .filter(({ name }) => WANTED.has(name))
    .map(({ name, parts }) => [name, parts.join('').trim().slice(0, MAX_VALUE)]);
}
