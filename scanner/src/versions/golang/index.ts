// Versions of Go modules: Semantic Versioning with a "v" in front. A pseudo-version (v0.0.0-20190101000000-abcdef) is a pre-release, and
// "+incompatible" is build metadata, so nothing else is needed. Versions of the toolchain ("go1.21rc2") are pre-releases too.
// https://go.dev/ref/mod#versions
import { compareDotted, type DottedVersion, parseDotted } from '../dotted.ts';
import { versionScheme } from '../scheme.ts';

export const golang = versionScheme<DottedVersion>({
  name: 'golang',
  aliases: ['go'],
  parse: (version) => parseDotted(/^go\d/.test(version) ? version.slice(2) : version),
  compare: compareDotted,
});
