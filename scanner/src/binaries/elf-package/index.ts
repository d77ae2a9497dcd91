// Reads the note .note.package, in which distributions write the package that a program or library belongs to.
// Format: https://systemd.io/ELF_PACKAGE_METADATA/
import type { PackageFinding } from '../../findings.ts';
import { type Ecosystem, packageOf } from '../../manifests/shared/identity.ts';
import { asFields, asText, own, quoted, readSafely } from '../../manifests/shared/problems.ts';
import type { BinaryMember } from '../member.ts';
import { readProgram, sectionBytes } from '../sections.ts';

const TYPES: Readonly<Record<string, Ecosystem>> = { deb: 'deb', rpm: 'rpm', apk: 'apk', alpm: 'alpm', arch: 'alpm' };
const NOTE_HEADER = 12;

export const elfPackage: BinaryMember = {
  name: 'elf-package',
  reads: 'all',
  sniff: (head) => head[0] === 0x7f && head[1] === 0x45 && head[2] === 0x4c && head[3] === 0x46,
  read: (bytes) =>
    readSafely('The note .note.package', (problems): PackageFinding[] => {
      const program = readProgram(bytes);
      const section = program?.sections.find(({ name }) => name === '.note.package');
      if (program === undefined || section === undefined) return [];
      const note = sectionBytes(program, section);
      const isLittle = program.bytes[5] !== 2;
      const u32 = (at: number): number => (isLittle ? note.readUInt32LE(at) : note.readUInt32BE(at));
      const nameSize = Math.ceil(u32(0) / 4) * 4;
      const text = note.toString('utf8', NOTE_HEADER + nameSize, NOTE_HEADER + nameSize + u32(4)).replace(/\0+$/, '');
      const fields = asFields(JSON.parse(text), '.note.package', problems);
      const value = (field: string): string => asText(own(fields, field), field, problems);
      const type = own(TYPES, value('type')) as Ecosystem | undefined;
      if (type === undefined) {
        problems.add(`"type" should be deb, rpm, apk or alpm but is ${quoted(value('type'))}; the note was left out.`);
        return [];
      }
      const os = value('os') || (type === 'deb' ? 'debian' : '');
      const distro = value('os') === '' || value('osVersion') === '' ? value('os') : `${os}-${value('osVersion')}`;
      const found = packageOf(
        type,
        os === '' ? value('name') : `${os}/${value('name')}`,
        {
          role: 'locks',
          isPresent: true,
          version: value('version'),
          qualifiers: { arch: value('architecture'), distro },
          repositoryUrl: value('repo'),
        },
        problems,
      );
      return found === undefined ? [] : [found];
    }),
};
