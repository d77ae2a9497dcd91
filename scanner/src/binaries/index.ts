// The family of binary files that contain information about themselves: programs with lists of their parts, libraries
// with version resources, kernel modules, models. Recognised by content, never by name. Reads no files.
import type { Found, PackageFinding } from '../findings.ts';
import { elfPackage } from './elf-package/index.ts';
import { goProgram } from './go-program/index.ts';
import { linuxModule } from './linux-module/index.ts';
import type { BinaryMember } from './member.ts';
import { modelGguf } from './model-gguf/index.ts';
import { modelSafetensors } from './model-safetensors/index.ts';
import { peVersion } from './pe-version/index.ts';
import { rustProgram } from './rust-program/index.ts';

export const BINARY_MEMBERS = [
  goProgram,
  rustProgram,
  elfPackage,
  peVersion,
  linuxModule,
  modelGguf,
  modelSafetensors,
] as const satisfies readonly BinaryMember[];

/** A program above this size is not read. */
export const MAX_PROGRAM_BYTES = 160 * 1024 * 1024;
/** Large enough for the headers of models. */
export const BINARY_HEAD_BYTES = 8 * 1024 * 1024;

/** How many of a file's first bytes `readBinary` needs, by its beginning. 0 if no member reads it. */
export function binaryBytesWanted(head: Uint8Array): number {
  const members = BINARY_MEMBERS.filter((member) => member.sniff(head));
  if (members.some(({ reads }) => reads === 'all')) return MAX_PROGRAM_BYTES;
  return members.length > 0 ? BINARY_HEAD_BYTES : 0;
}

export function readBinary(bytes: Uint8Array): Found<PackageFinding[]> {
  const read = BINARY_MEMBERS.filter((member) => member.sniff(bytes)).map((member) => member.read(bytes));
  return { findings: read.flatMap(({ findings }) => findings), issues: read.flatMap(({ issues }) => issues) };
}
