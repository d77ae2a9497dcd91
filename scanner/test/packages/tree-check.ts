// Describes trees of files given as texts, as short lines for tables of test cases. For tests only.
import { expect } from 'vitest';
import { createNamedManifests, hintInTree, readHint, readNames } from '../../src/analyze/index.ts';
import { readManifest } from '../../src/manifests/index.ts';
import { describePackages } from '../../src/packages/index.ts';

/** Files by path as text, read by their manifest formats, or by those by which other files name them. */
export function describeTree(files: Record<string, string | object>) {
  const texts = new Map(
    Object.entries(files).map(([path, content]) => [
      path,
      Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
    ]),
  );
  const named = createNamedManifests();
  const add = (path: string) =>
    named.add(path, readNames(texts.get(path) ?? Buffer.alloc(0), hintInTree(path, named.namedAs)));
  for (const path of texts.keys()) add(path);
  while (named.isOpen()) for (const path of named.settle(new Set(texts.keys()))) add(path);
  return describePackages(
    [...texts].map(([path, bytes]) => {
      const { manifest, isNamed } = readHint(hintInTree(path, named.namedAs));
      const { findings, issues } = readManifest(manifest === '' ? path : manifest, bytes, isNamed);
      expect(issues, path).toEqual([]);
      return { path, packages: findings };
    }),
  );
}

/** `purl [scope] [direct|transitive|own] [(license)] [in folder] < files > dependencies` */
export function lines(files: Record<string, string | object>): string[] {
  return describeTree(files).map((found) =>
    [
      found.purl,
      found.scope === 'runtime' ? '' : found.scope,
      found.isDirect === undefined ? 'own' : found.isDirect ? 'direct' : 'transitive',
      found.licenseExpression === '' ? '' : `(${found.licenseExpression})`,
      found.ownedFolder === undefined ? '' : `in "${found.ownedFolders.join('", "')}"`,
      '<',
      found.files.join(' '),
      found.requirement === '' ? '' : `asked for as "${found.requirement}"`,
      found.place === undefined ? '' : `only in: ${found.place}`,
      found.dependencies.length === 0 ? '' : `> ${found.dependencies.map(({ purl }) => purl).join(' ')}`,
    ]
      .filter((part) => part !== '')
      .join(' '),
  );
}
