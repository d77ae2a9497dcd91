// Reads the section .modinfo of a module of the Linux kernel: name, version, license.
// Format: https://docs.kernel.org/kbuild/modules.html
import type { PackageFinding } from '../../findings.ts';
import { manifestFindings } from '../../manifests/shared/identity.ts';
import { readSafely } from '../../manifests/shared/problems.ts';
import type { BinaryMember } from '../member.ts';
import { readProgram, sectionBytes } from '../sections.ts';

export const linuxModule: BinaryMember = {
  name: 'linux-module',
  reads: 'all',
  // Relocatable: the kernel links a module when it loads it.
  sniff: (head) => head[0] === 0x7f && head[1] === 0x45 && head[2] === 0x4c && (head[16] === 1 || head[17] === 1),
  read: (bytes) =>
    readSafely('The .modinfo', (problems): PackageFinding[] => {
      const program = readProgram(bytes);
      const section = program?.sections.find(({ name }) => name === '.modinfo');
      if (program === undefined || section === undefined) return [];
      const values = new Map<string, string>();
      for (const pair of sectionBytes(program, section).toString('utf8').split('\0')) {
        const equals = pair.indexOf('=');
        if (equals > 0 && !values.has(pair.slice(0, equals))) values.set(pair.slice(0, equals), pair.slice(equals + 1));
      }
      const name = values.get('name') ?? '';
      if (name === '') return [];
      const self = {
        fullName: name,
        role: 'locks' as const,
        isPresent: true,
        version: values.get('version') ?? '',
        declaredLicense: values.get('license') ?? '',
        description: values.get('description') ?? '',
      };
      const needs = (values.get('depends') ?? '').split(',').filter((other) => other !== '');
      const wanted = needs.map((fullName) => ({ fullName, requirement: '', version: '', scope: 'runtime' as const }));
      return manifestFindings('generic', self, wanted, problems);
    }),
};
