// Reads a built gem: its metadata, whether inside the archive (*.gem), compressed (metadata.gz) or unpacked (metadata).
// Format: https://guides.rubygems.org/specification-reference/ as YAML in a tar archive
import { gunzipSync } from 'node:zlib';
import { partyIn } from '../../../parties.ts';
import type { ManifestReader } from '../../member.ts';
import { parseYaml } from '../../shared/formats/yaml-fields.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { asFields, asList, asText, isFields, own, type Problems, readSafely, textOf } from '../../shared/problems.ts';
import { exactGemVersion, gemLicense } from '../gem-names.ts';

const MAX_METADATA_BYTES = 4 << 20;
const BLOCK = 512;

type Fields = Record<string, unknown>;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The gem', (problems) => {
      const text = metadataOf(bytes);
      if (text === undefined) {
        problems.add('A gem should contain a file "metadata.gz" or "metadata"; nothing was read from it.');
        return [];
      }
      const metadata = asFields(parseYaml(text), 'metadata', problems);
      const fullName = asText(own(metadata, 'name'), 'name', problems);
      if (fullName === '') problems.add('"name" of the gem is missing; nothing was read from it.');
      if (fullName === '') return [];
      const self = { fullName, role: 'declares' as const, ...describe(metadata, problems) };
      return manifestFindings('gem', self, requirementsOf(metadata, problems), problems);
    }),
};

function metadataOf(bytes: Uint8Array): string | undefined {
  if (isGzip(bytes)) return unpacked(bytes);
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    const header = Buffer.from(bytes.buffer, bytes.byteOffset + at, BLOCK);
    if (header.toString('latin1', 257, 262) !== 'ustar') break;
    const name = header.toString('latin1', 0, 100).split('\0')[0];
    const size = Number.parseInt(header.toString('latin1', 124, 136), 8) || 0;
    const content = bytes.subarray(at + BLOCK, at + BLOCK + size);
    if (name === 'metadata.gz') return unpacked(content);
    if (name === 'metadata') return textOf(content);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  const text = textOf(bytes.subarray(0, MAX_METADATA_BYTES));
  return /^--- .*Gem::Specification/.test(text) ? text : undefined;
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function unpacked(bytes: Uint8Array): string {
  return textOf(gunzipSync(bytes, { maxOutputLength: MAX_METADATA_BYTES }));
}

function describe(metadata: Fields, problems: Problems) {
  const more = asFields(own(metadata, 'metadata'), 'metadata', problems);
  const platform = asText(own(metadata, 'platform'), 'platform', problems);
  const licenses = asList(own(metadata, 'licenses'), 'licenses', problems).filter((one) => typeof one === 'string');
  return {
    version: versionOf(own(metadata, 'version'), problems),
    qualifiers: { platform: platform === 'ruby' ? '' : platform },
    declaredLicense: gemLicense(licenses),
    description: (
      asText(own(metadata, 'description'), 'description', problems) ||
      asText(own(metadata, 'summary'), 'summary', problems)
    ).replace(/\s+/g, ' '),
    homepageUrl: asText(own(metadata, 'homepage'), 'homepage', problems),
    repositoryUrl: asText(own(more, 'source_code_uri'), 'metadata.source_code_uri', problems),
    supplier: partyIn(own(metadata, 'authors')),
  };
}

/** The version is a string, or an object (`!ruby/object:Gem::Version`) with the field "version". */
function versionOf(value: unknown, problems: Problems): string {
  return asText(isFields(value) ? own(value, 'version') : value, 'version', problems);
}

function requirementsOf(metadata: Fields, problems: Problems): ManifestRequirement[] {
  return asList(own(metadata, 'dependencies'), 'dependencies', problems).map((entry) => {
    const dependency = asFields(entry, 'dependencies', problems);
    const requirement = requirementOf(
      own(dependency, 'requirement') ?? own(dependency, 'version_requirements'),
      problems,
    );
    return {
      fullName: asText(own(dependency, 'name'), 'dependencies.name', problems),
      requirement,
      version: exactGemVersion(requirement),
      scope: asText(own(dependency, 'type'), 'dependencies.type', problems).endsWith('development')
        ? ('development' as const)
        : ('runtime' as const),
    };
  });
}

/** A list of pairs: an operator and a version. */
function requirementOf(value: unknown, problems: Problems): string {
  const pairs = asList(own(asFields(value, 'requirement', problems), 'requirements'), 'requirements', problems);
  const texts = pairs.map((pair) => {
    const [sign, version] = Array.isArray(pair) ? pair : [];
    return `${asText(sign, 'requirements', problems)} ${versionOf(version, problems)}`.trim();
  });
  return texts.filter((text) => text !== '>= 0' && text !== '').join(', ');
}
