// Names the packages of build recipes, whose paths give name and version, and completes them by other files of their tree. Pure.
import type { FilePackages } from '../files.ts';
import { completeBuildroot } from './buildroot.ts';
import { completeGentoo } from './gentoo.ts';
import { completeVcpkg } from './vcpkg.ts';
import { completeYocto } from './yocto.ts';

const SYSTEMS = [completeYocto, completeBuildroot, completeVcpkg, completeGentoo];

export function completeRecipes(files: readonly FilePackages[]): FilePackages[] {
  return SYSTEMS.reduce<readonly FilePackages[]>((known, complete) => complete(known), files) as FilePackages[];
}
