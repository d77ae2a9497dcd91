// Reads the header of an .rpm file, binary or source. Its signature is not checked.
// Format: https://rpm-software-management.github.io/rpm/manual/format_v4.html
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { installedFindings } from '../../shared/installed.ts';
import { readSafely } from '../../shared/problems.ts';
import { readRpmHeader, rpmInstalled } from '../rpm-header.ts';

const LEAD_SIZE = 96;
const LEAD_MAGIC = 0xedabeedb;
/** The type of a source package in the lead. */
const KIND_AT = 6;

export const reader: ManifestReader = {
  read: (given) =>
    readSafely('The .rpm file', (problems): PackageFinding[] => {
      const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
      if (bytes.length < LEAD_SIZE + 16 || bytes.readUInt32BE(0) !== LEAD_MAGIC) {
        problems.add('An .rpm file should begin with the lead of a package (ED AB EE DB); nothing was read from it.');
        return [];
      }
      const signature = readRpmHeader(bytes.subarray(LEAD_SIZE));
      // The signature is padded to a multiple of eight bytes.
      const start = LEAD_SIZE + Math.ceil(signature.sizeBytes / 8) * 8;
      if (start + 16 > bytes.length) {
        problems.add('The .rpm file ends before the header of its package; nothing was read from it.');
        return [];
      }
      const installed = rpmInstalled(readRpmHeader(bytes.subarray(start)));
      if (installed === undefined) {
        problems.add('The header of the .rpm file should have a name; nothing was read from it.');
        return [];
      }
      const isSource = bytes.readUInt16BE(KIND_AT) === 1;
      const arch = isSource ? 'src' : (installed.qualifiers?.arch ?? '');
      const found = { ...installed, qualifiers: { ...installed.qualifiers, arch } };
      return installedFindings('rpm', [found], problems, packageName);
    }),
};

/** Undefined for libraries and capabilities such as `libc.so.6` and `rtld(GNU_HASH)`, which are not packages. */
function packageName(name: string): string | undefined {
  return /^[\w.+-]+$/.test(name) && !/\.so(\.|$)/.test(name) ? name : undefined;
}
