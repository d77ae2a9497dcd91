// Describes trees of files given as texts, as short lines for tables of test cases. For tests only.
import { expect } from 'vitest';
import { manifestNameFor, readManifest } from '../manifests/index.ts';
import { describePackages } from './index.ts';

/** Files by path as text, read by their manifest formats. */
export function describeTree(files: Record<string, string | object>) {
  return describePackages(
    Object.entries(files).map(([path, content]) => {
      const text = typeof content === 'string' ? content : JSON.stringify(content);
      const { findings, issues } = readManifest(manifestNameFor(path) ?? path, Buffer.from(text));
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
