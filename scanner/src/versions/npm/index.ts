// Versions of npm: Semantic Versioning, read loosely. https://docs.npmjs.com/cli/v11/using-npm/semver
import { compareDotted, parseDotted } from '../dotted.ts';
import { versionScheme } from '../scheme.ts';
import { readSemverRange, semverRangeTest } from '../semver-ranges.ts';

export const npm = versionScheme({
  name: 'npm',
  aliases: ['semver', 'bitnami', 'swift', 'github', 'bitbucket', 'gitlab', 'julia', 'otp'],
  parse: parseDotted,
  compare: compareDotted,
  readRange: readSemverRange,
  rangeTest: semverRangeTest,
});
