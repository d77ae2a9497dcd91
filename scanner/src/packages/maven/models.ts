// The pom.xml files of a code base as Maven sees them: a child with properties and managed versions of its parents and of imported bills of
// material, if these files are in the code base. Pure; fetches nothing.

import type { MavenModel, MavenRequest } from '../../definitions.ts';
import type { FilePackages } from '../files.ts';
import { folderOf, joined } from '../folders.ts';

/** Most files that one look-up may visit: parents and imports can form circles. */
const MAX_VISITED = 400;
const MAX_STEPS = 20;
const MAX_LENGTH = 10_000;

export interface Pom {
  path: string;
  model: MavenModel;
  /** Managed requests by name; the first of each name counts. */
  managed: Map<string, MavenRequest>;
  /** Managed requests such as `${project.groupId}:api`, which have no other names. */
  placeholders: MavenRequest[];
  properties: Map<string, string>;
  imports: MavenRequest[];
}

export interface MavenModels {
  at(path: string): Pom | undefined;
  /** Fills in `${…}` as the project of that pom would; keeps unknown names. */
  fill(text: string, pom: Pom): string;
  /** What parents, or lists that they import, say of a dependency that leaves it open. */
  managed(name: string, pom: Pom): { version: string; scope: string; isOptional: boolean } | undefined;
  /** The parents of that pom in the code base, the nearest first. */
  parentsOf(pom: Pom): readonly Pom[];
}

export function createMavenModels(files: readonly FilePackages[]): MavenModels {
  const byPath = new Map<string, Pom>();
  const byName = new Map<string, Pom[]>();
  for (const { path, packages } of files) {
    const model = packages.find(({ defines }) => defines?.maven !== undefined)?.defines?.maven;
    if (model === undefined) continue;
    const pom = pomOf(path, model);
    byPath.set(path, pom);
    const same = byName.get(`${model.groupId}:${model.artifactId}`);
    if (same === undefined) byName.set(`${model.groupId}:${model.artifactId}`, [pom]);
    else same.push(pom);
  }
  const chains = new Map<Pom, Pom[]>();

  /** The project and its parents, the nearest first. */
  const chainOf = (pom: Pom): readonly Pom[] => {
    const known = chains.get(pom);
    if (known !== undefined) return known;
    const chain: Pom[] = [];
    for (let next: Pom | undefined = pom; next !== undefined && !chain.includes(next); next = parentOf(next)) {
      chain.push(next);
      if (chain.length >= MAX_VISITED) break;
    }
    chains.set(pom, chain);
    return chain;
  };

  const parentOf = ({ path, model }: Pom): Pom | undefined => {
    const { parent } = model;
    if (parent === undefined) return undefined;
    if (parent.relativePath !== '') {
      const target = joined(folderOf(path), parent.relativePath.replaceAll('\\', '/'));
      const found = byPath.get(target) ?? byPath.get(target === '' ? 'pom.xml' : `${target}/pom.xml`);
      if (found !== undefined && found.model.artifactId === parent.artifactId) return found;
    }
    return named(`${parent.groupId}:${parent.artifactId}`, parent.version);
  };

  /** A version that is set from outside (`${revision}`) matches any version. */
  const named = (name: string, version: string): Pom | undefined => {
    const all = byName.get(name) ?? [];
    return (
      all.find(({ model }) => model.version === version) ??
      all.find(({ model }) => model.version.includes('${') || version.includes('${'))
    );
  };

  const fill = (text: string, pom: Pom): string => {
    if (!text.includes('${')) return text;
    const chain = chainOf(pom);
    let current = text;
    for (let step = 0; step < MAX_STEPS && current.includes('${'); step++) {
      const next = current.replace(/\$\{([^${}]+)\}/g, (whole, name: string) => settingOf(name.trim(), chain) || whole);
      // Properties that double in each round must stop before they fill the memory.
      if (next === current || next.length > MAX_LENGTH) break;
      current = next;
    }
    return current;
  };

  const managed = (name: string, pom: Pom) => {
    const visited = new Set<Pom>();
    const waiting: Pom[] = [pom];
    for (let from = waiting.shift(); from !== undefined; from = waiting.shift()) {
      if (visited.has(from) || visited.size >= MAX_VISITED) continue;
      visited.add(from);
      const chain = chainOf(from);
      for (const level of chain) {
        const found = level.managed.get(name) ?? placeholderNamed(level, name, from);
        if (found !== undefined)
          return {
            version: fill(found.version, from),
            scope: fill(found.scope, from),
            isOptional: found.isOptional === true,
          };
      }
      const imports = chain.flatMap((level) => level.imports);
      for (const wanted of imports.slice(0, MAX_VISITED)) {
        const target = named(fill(wanted.name, from), fill(wanted.version, from));
        if (target !== undefined) waiting.push(target);
      }
    }
    return undefined;
  };

  const placeholderNamed = ({ placeholders }: Pom, name: string, from: Pom): MavenRequest | undefined =>
    placeholders.find((request) => fill(request.name, from) === name);

  return { at: (path) => byPath.get(path), fill, managed, parentsOf: (pom) => chainOf(pom).slice(1) };
}

function pomOf(path: string, model: MavenModel): Pom {
  const managed = new Map<string, MavenRequest>();
  for (const request of model.managed)
    if (request.scope !== 'import' && !managed.has(request.name)) managed.set(request.name, request);
  return {
    path,
    model,
    managed,
    placeholders: [...managed.values()].filter(({ name }) => name.startsWith('${')).slice(0, MAX_VISITED),
    properties: new Map(model.properties),
    imports: model.managed.filter(({ scope }) => scope === 'import'),
  };
}

/** A property of the nearest file that sets it, or a coordinate of the project itself. */
function settingOf(name: string, chain: readonly Pom[]): string {
  for (const { properties } of chain) {
    const value = properties.get(name);
    if (value !== undefined) return value;
  }
  const model = chain[0]?.model;
  if (model === undefined) return '';
  const [, ofParent, key] = /^(?:project\.|pom\.)?(parent\.)?(groupId|artifactId|version)$/.exec(name) ?? [];
  if (key === undefined) return '';
  const from = ofParent === undefined ? model : model.parent;
  return from?.[key as 'groupId' | 'artifactId' | 'version'] ?? '';
}
