// Reads go.work: the modules of a workspace, and the replacements for all of them. It gives no packages itself;
// packages/golang/ uses it.
// Format: https://go.dev/ref/mod#workspaces

import type { ManifestReader } from '../../member.ts';
import { definitionsOf } from '../../shared/identity.ts';
import { readSafely, textOf } from '../../shared/problems.ts';
import { goDirectives, goReplacement } from '../golang-directives.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The go.work', (problems) => {
      const directives = goDirectives(textOf(bytes));
      const uses = directives.flatMap(({ verb, args: [path] }) => (verb === 'use' && path !== undefined ? [path] : []));
      const replaced = directives.flatMap(({ verb, args, line }) =>
        verb === 'replace' ? (goReplacement(args, line, problems) ?? []) : [],
      );
      return uses.length + replaced.length === 0 ? [] : [definitionsOf('golang', { goWork: { uses, replaced } })];
    }),
};
