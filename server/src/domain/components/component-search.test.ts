import { describe, expect, it } from 'vitest';
import { searchForges } from '../forges.ts';
import { isRefusal } from '../refusal.ts';
import { type ComponentQuery, componentQuery, type SearchInput } from './component-search.ts';

const check = (input: Partial<SearchInput>) => componentQuery({ searchBy: 'NAME', filter: 'ALL_TERMS', ...input });

describe('the query', () => {
  it.each<[Partial<SearchInput>, ComponentQuery]>([
    [{ searchTerm: ' log  4j ' }, { by: 'name', filter: 'ALL_TERMS', text: 'log  4j', terms: ['log', '4j'] }],
    [
      { searchBy: 'URL', searchTerm: 'github.com' },
      { by: 'url', text: 'github.com' },
    ],
    [
      { searchBy: 'CPE', vendor: 'apache' },
      { by: 'cpe', vendor: 'apache', product: undefined, text: undefined, purls: expect.any(Array) },
    ],
    [
      { searchBy: 'CPE', searchTerm: 'cpe:2.3:a:libpng_project:libpng:1.6.37:*:*:*:*:*:*:*' },
      { by: 'cpe', vendor: 'libpng', product: 'libpng', text: undefined, purls: [] },
    ],
    [
      { searchBy: 'CPE', vendor: 'Glennrp', searchTerm: 'libpng' },
      { by: 'cpe', vendor: 'glennrp', product: undefined, text: 'libpng', purls: [] },
    ],
    [
      { searchBy: 'FORGE', forgeName: 'NPM', packageName: '@a/b' },
      { by: 'forge', forgeId: 2037, purlType: 'npm', name: '@a/b' },
    ],
    [
      { searchBy: 'FORGE', forgeName: 'Ibiblio Maven2', groupId: 'g', artifactId: 'a' },
      { by: 'forge', forgeId: 628, purlType: 'maven', namespace: 'g', name: 'a' },
    ],
    [
      { searchBy: 'FORGE', forgeName: 'GitHub', author: 'o', repositoryName: 'r' },
      { by: 'forge', forgeId: 696, purlType: 'github', namespace: 'o', name: 'r' },
    ],
  ])('%j', (input, expected) => expect(check(input)).toEqual(expected));
});

describe('missing input', () => {
  it.each<[Partial<SearchInput>, string]>([
    [{}, 'searchTerm'],
    [{ searchTerm: '  ' }, 'searchTerm'],
    [{ searchBy: 'URL' }, 'searchTerm'],
    [{ searchBy: 'CPE' }, 'vendor'],
    [{ searchBy: 'CPE', searchTerm: 'cpe:2.3:a:*:*:*:*:*:*:*:*:*:*' }, 'searchTerm'],
    [{ searchBy: 'FORGE', searchTerm: 'x' }, 'forgeName'],
    [{ searchBy: 'FORGE', forgeName: 'Nowhere' }, 'forgeName'],
    [{ searchBy: 'FORGE', forgeName: 'Packagist', packageName: 'p' }, 'vendorName'],
  ])('%j', (input, field) => {
    const answer = check(input);
    expect(isRefusal(answer) && answer.refusal.message).toContain(`"${field}`);
  });

  it('is reported for each field of each forge', () => {
    for (const { name, fields } of searchForges) {
      const whole = {
        searchBy: 'FORGE' as const,
        forgeName: name,
        ...Object.fromEntries(fields.map((one) => [one, 'x'])),
      };
      expect(isRefusal(check(whole))).toBe(false);
      for (const field of fields) expect(isRefusal(check({ ...whole, [field]: '' }))).toBe(true);
    }
  });
});
