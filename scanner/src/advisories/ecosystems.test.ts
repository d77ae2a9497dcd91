import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { schemaErrors } from '../schema-errors.ts';
import {
  COLLECTIONS,
  DISTRIBUTION_ALIASES,
  DISTRIBUTIONS,
  ECOSYSTEMS,
  GITHUB_ECOSYSTEMS,
  isSystem,
} from './ecosystems.ts';
import { packageOfEcosystem, releaseOfDistribution, subjectOf } from './names.ts';
import { readAdvisories } from './readers.ts';

const text = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const isWhole = new Ajv2020({ allErrors: true }).compile(JSON.parse(text('./ecosystems.schema.json')));

describe('ecosystems.yaml', () => {
  it('fits its schema', () => {
    isWhole(parse(text('./ecosystems.yaml')));
    expect(schemaErrors(isWhole.errors)).toBe('');
  });

  it.each([
    ['an unknown key', (one: Record<string, unknown>) => ({ ...one, hosts: {} }), /"hosts" of the file/],
    ['a missing list', ({ aliases: _, ...one }: Record<string, unknown>) => one, /'aliases'/],
  ])('its schema refuses %s', (_, change, sentence) => {
    isWhole(change(parse(text('./ecosystems.yaml'))));
    expect(schemaErrors(isWhole.errors)).toMatch(sentence);
  });

  it('names of GitHub, registries and aliases have the listed meaning', () => {
    const types = [...ECOSYSTEMS.values()];
    expect([...GITHUB_ECOSYSTEMS.values()].filter((name) => !ECOSYSTEMS.has(name))).toEqual([]);
    expect([...COLLECTIONS.values()].filter((type) => !types.includes(type))).toEqual([]);
    const ids = DISTRIBUTIONS.map(({ id }) => id);
    expect([...DISTRIBUTION_ALIASES.values()].filter((id) => !ids.includes(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(['windows', 'windows_10', 'linux_kernel', 'macos', 'freebsd', 'hp-ux', 'x64'])('%s is a system', (target) =>
    expect(isSystem(target)).toBe(true),
  );
  it.each(['wordpress', 'node.js', 'windows.js', 'drupal', ''])('"%s" is no system', (target) =>
    expect(isSystem(target)).toBe(false),
  );

  it.each([...ECOSYSTEMS])('%s is a package of type %s', (ecosystem, type) => {
    expect(packageOfEcosystem(ecosystem, 'a:b')).toMatchObject({ type });
  });

  it.each(DISTRIBUTIONS)('$ecosystem has packages of type $type and releases', ({ ecosystem, id, type, codenames }) => {
    expect(packageOfEcosystem(ecosystem, 'a')).toMatchObject({ type, name: `${id}/a` });
    expect(releaseOfDistribution(id, '1')).toMatchObject({ type, release: '1' });
    for (const [name, release] of codenames) expect(releaseOfDistribution(id, name)).toMatchObject({ release });
  });
});

/** These are members of every JavaScript object; look-ups must not find them. */
describe.each(['constructor', '__proto__', 'toString'])('a name such as %s', (name) => {
  it('is no codename of a release, no distribution and no ecosystem', () => {
    expect(subjectOf(`pkg:deb/debian/a@1?distro=${name}`)).toMatchObject({ release: name.toLowerCase() });
    expect(subjectOf(`pkg:deb/${name}/a@1`)).toMatchObject({ name: `${name.toLowerCase()}/a` });
    expect(packageOfEcosystem(name, 'a')).toBeUndefined();
  });

  it('is no ecosystem of GitHub, and the rest of the record is read', () => {
    const entry = { ghsaId: 'GHSA-aaaa-bbbb-cccc', FixedIn: [{ name: 'a', ecosystem: name, range: '< 1' }] };
    const record = {
      schema: 'https://x/vunnel/main/schema/vulnerability/github-security-advisory/1.json',
      item: { Advisory: entry },
    };
    const { findings, issues } = readAdvisories('a.json', Buffer.from(JSON.stringify(record)));
    expect(issues).toEqual([]);
    expect(findings).toMatchObject([{ advisory: { id: 'GHSA-aaaa-bbbb-cccc', affected: [] } }]);
  });
});
