// Completes the findings of single files by what other files of the code base say: parents of a pom.xml, version catalogs, workspaces. Pure.
import { completeCargo } from './cargo/index.ts';
import type { FilePackages } from './files.ts';
import { completeGem } from './gem/index.ts';
import { completeGolang } from './golang/index.ts';
import { completeGradle } from './gradle/index.ts';
import { completeMaven } from './maven/index.ts';
import { completeJars } from './maven/jars.ts';
import { completeNamedByFile } from './named-by-file.ts';
import { completeNuget } from './nuget/index.ts';
import { completePython } from './python/index.ts';
import { completeRecipes } from './recipes/index.ts';
import { completeTerraform } from './terraform/index.ts';
import { completeTwins } from './twins.ts';
import { completeWordpress } from './wordpress/index.ts';

const STEPS = [
  completeMaven,
  completeJars,
  completeGradle,
  completeGolang,
  completeCargo,
  completePython,
  completeNuget,
  completeGem,
  completeNamedByFile,
  completeTerraform,
  completeTwins,
  completeWordpress,
  completeRecipes,
];

/** The same files, in which every finding is a package. */
export function putTogether(files: readonly FilePackages[]): FilePackages[] {
  return STEPS.reduce<readonly FilePackages[]>((known, complete) => complete(known), files).map(
    ({ path, packages }) => ({ path, packages: packages.filter(({ role }) => role !== 'defines') }),
  );
}
