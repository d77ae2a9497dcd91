import { describe, expect, it } from 'vitest';
import {
  ageOfCoverage,
  type Coverage,
  coverageOf,
  type HeldData,
  type HeldPart,
  isFresh,
  nameKey,
  notComparedReasons,
  notRead,
} from './coverage.ts';
import { notComparedGroups, notComparedInWords } from './coverage-figures.ts';
import { DERIVATIVES, DISTRIBUTION_ALIASES, DISTRIBUTIONS } from './ecosystems.ts';
import { subjectOf } from './names.ts';

const NOW = new Date('2026-11-28T00:00:00Z');

function part(type: string, more: Partial<HeldPart> = {}): HeldPart {
  return { source: 'osv', type, distribution: '', release: '', records: 10, newest: '2026-11-27T00:00:00Z', ...more };
}

function release(type: string, distribution: string, ...releases: string[]): HeldPart[] {
  return releases.map((one) => part(type, { distribution, release: one }));
}

const HELD: HeldData = {
  parts: [
    part('npm', { source: 'ghsa', newest: '2019-03-01T00:00:00Z' }),
    part('cargo'),
    part('pypi', { records: 0, newest: null }),
    part('github'),
    ...release('deb', 'debian', '11', '12'),
    ...release('deb', 'ubuntu', '22.04'),
    ...release('rpm', 'redhat', '8', '9'),
    part('apk', { distribution: 'wolfi' }),
    part('golang', { source: 'govulndb' }),
    part('cpe', { source: 'nvd' }),
    part('git'),
  ],
  lacking: [{ source: 'own-go-feed', type: 'golang', distribution: '' }],
  names: new Set([
    nameKey('deb', 'debian/openssl'),
    nameKey('deb', 'ubuntu/curl'),
    nameKey('github', 'actions/checkout'),
    nameKey('git', 'github.com/acme/parser'),
    nameKey('cpe', 'acmedb'),
  ]),
};
const WITHOUT_CPES: HeldData = { ...HELD, parts: HELD.parts.filter(({ type }) => type !== 'cpe') };

const compared = { state: 'compared' };
const not = (reason: string, inShort: string) => ({ state: 'not-compared', reason, inShort });

describe('coverageOf', () => {
  const cases: [string, string, object][] = [
    ['one source with data', 'pkg:npm/lodash@4.17.20', compared],
    ['another source without data for the ecosystem', 'pkg:cargo/time@0.1.40', compared],
    ['an ecosystem without records', 'pkg:maven/org.apache/log4j-core@2.14.1', not('ecosystem', 'no data for Maven')],
    ['an ecosystem with withdrawn records alone', 'pkg:pypi/jinja2@2.4', not('ecosystem', 'no data for PyPI')],
    ['an ecosystem that no feed knows', 'pkg:conda/zlib@1.2', not('ecosystem', 'no data for Conda')],
    ['a type that this table does not know', 'pkg:acme/x@1', not('ecosystem', 'no data for acme')],
    [
      'a source of the ecosystem that is empty',
      'pkg:golang/a.com/b@v1.0.0',
      not('ecosystem', 'no data for Go from own-go-feed'),
    ],
    ['the release', 'pkg:deb/debian/openssl@1?distro=debian-12', compared],
    ['a codename', 'pkg:deb/debian/openssl@1?distro=bullseye', compared],
    ['another release', 'pkg:deb/debian/openssl@1?distro=debian-10', not('release', 'no data for Debian 10')],
    ['no release', 'pkg:deb/debian/openssl@1', not('release', 'release of Debian unknown')],
    ['a release that the version shows', 'pkg:deb/debian/openssl@1.1.1n-0%2Bdeb11u5', compared],
    ['a rolling distribution', 'pkg:apk/wolfi/curl@8.0-r0?upstream=curl', compared],
    ['a rolling distribution, with a build', 'pkg:apk/wolfi/curl@8.0-r0?distro=wolfi-20230201&upstream=curl', compared],
    [
      'extended support of a held release',
      'pkg:rpm/redhat/a@1-1?distro=rhel-8.6%2Beus&upstream=a-1-1.src.rpm',
      compared,
    ],
    [
      'a distribution without records',
      'pkg:rpm/fedora/a@1-1?distro=fedora-40',
      not('distribution', 'no data for Fedora'),
    ],
    ['an unknown distribution', 'pkg:deb/mydistro/a@1?distro=mydistro-1', not('distribution', 'no data for mydistro')],
    ['no distribution', 'pkg:deb/a@1', not('distribution', 'distribution unknown')],
    ['a rebuild with the same versions', 'pkg:rpm/centos/a@1-1?distro=centos-8&upstream=a-1-1.src.rpm', compared],
    [
      'a rebuild with versions of its own',
      'pkg:rpm/almalinux/a@1-1?distro=almalinux-8.9',
      not('distribution', 'no data for AlmaLinux'),
    ],
    ['a derivative', 'pkg:deb/raspbian/openssl@1?distro=raspbian-12', not('distribution', 'no data for Raspbian')],
    [
      'a derivative with releases of its own',
      'pkg:deb/linuxmint/curl@1?distro=linuxmint-21.3',
      not('distribution', 'no data for Linux Mint'),
    ],
    [
      'a binary package that no record names',
      'pkg:deb/debian/libssl3@3?distro=debian-12',
      not('name', 'source package unknown'),
    ],
    ['a binary package with its source', 'pkg:deb/debian/libssl3@3?distro=debian-12&upstream=openssl', compared],
    ['a source in a form with version', 'pkg:deb/debian/libssl3@3?distro=debian-12&upstream=openssl%403.0.1', compared],
    ['a library known by its CPE', 'pkg:generic/zlib@1.2.11', compared],
    ['a repository that a record names', 'pkg:github/acme/parser@1.0.0', compared],
    ['an action that a record names', 'pkg:github/actions/checkout@v4', compared],
    ['a product of this name', 'pkg:generic/acmedb@4', compared],
    ['a name that nothing uses', 'pkg:generic/our-tool@1.0', not('name', 'name that no feed uses')],
    ['a repository that nothing names', 'pkg:github/nobody/nothing@1.0.0', not('name', 'name that no feed uses')],
    ['no version', 'pkg:npm/lodash', not('version', 'version unknown')],
    ['a word as version', 'pkg:npm/lodash@latest', not('version', 'version unknown')],
    ['a package URL that is none', 'pkg:', not('unread', 'could not be read')],
    ['a missing ecosystem before a missing version', 'pkg:maven/a/b', not('ecosystem', 'no data for Maven')],
  ];
  it.each(cases)('%s: %s', (_, purl, expected) => {
    expect(coverageOf(subjectOf(purl), HELD)).toMatchObject(expected);
  });

  it('a package database names the sources that differ, so a package without one is its own source', () => {
    const subject = subjectOf('pkg:deb/debian/adduser@3.134?distro=debian-12');
    expect(coverageOf(subject, HELD)).toMatchObject(not('name', 'source package unknown'));
    expect(coverageOf(subject, HELD, { namesSources: true })).toMatchObject(compared);
  });

  it('a CPE alone needs a feed with CPEs, and the comparison says so', () => {
    const zlib = subjectOf('pkg:generic/zlib@1.2.11');
    expect(coverageOf(zlib, HELD)).toMatchObject({ note: expect.stringContaining('only by CPE') });
    expect(coverageOf(zlib, WITHOUT_CPES)).toMatchObject(not('name', 'name that no feed uses'));
  });

  it('a rebuild and a derivative say with which records they were compared', () => {
    const centos = coverageOf(subjectOf('pkg:rpm/centos/a@1-1?distro=centos-8&upstream=a-1-1.src.rpm'), HELD);
    expect(centos).toMatchObject({ note: expect.stringContaining('compared as Red Hat') });
    for (const stream of ['centos/a@1-1?distro=centos-9', 'centos-stream/a@1-1?distro=centos-stream-8'])
      expect(
        coverageOf(subjectOf(`pkg:rpm/${stream}&upstream=a-1-1.src.rpm`), {
          ...HELD,
          parts: HELD.parts.map((one) => (one.distribution === 'redhat' ? { ...one, release: '' } : one)),
        }),
      ).toMatchObject({
        note: expect.stringContaining('CentOS Stream has no records of its own; it was compared as Red Hat'),
      });
    const mint = coverageOf(subjectOf('pkg:deb/linuxmint/curl@1?distro=linuxmint-21.3'), HELD);
    expect(mint).toMatchObject({
      sentence: expect.stringContaining('Ubuntu 22.04 can only show what may be affected'),
    });
    const tied = coverageOf(subjectOf('pkg:rpm/almalinux/a@1-1?distro=almalinux-8.9'), HELD);
    expect(tied).toMatchObject({ sentence: expect.not.stringContaining('Red Hat') });
  });

  it('nothing is held: nothing is compared', () => {
    const states = cases.map(([, purl]) => coverageOf(subjectOf(purl), { parts: [], names: new Set() }).state);
    expect(new Set(states)).toEqual(new Set(['not-compared']));
  });

  it('every reason occurs', () => {
    const reasons = cases
      .map(([, purl]) => coverageOf(subjectOf(purl), HELD))
      .map((one) => ('reason' in one ? one.reason : ''));
    expect(notComparedReasons.filter((one) => !reasons.includes(one))).toEqual([]);
  });
});

describe('isFresh', () => {
  const of = (purl: string, held = HELD) => coverageOf(subjectOf(purl), held);

  it('old records of one ecosystem are not made fresh by those of another one', () => {
    expect(isFresh(of('pkg:cargo/time@0.1.40'), NOW, 7)).toBe(true);
    expect(isFresh(of('pkg:npm/lodash@4.17.20'), NOW, 7)).toBe(false);
  });

  it('an old source is not made fresh by another one', () => {
    const held = { ...HELD, parts: [...HELD.parts, part('npm', { source: 'own', records: 1 })] };
    expect(ageOfCoverage(of('pkg:npm/lodash@4.17.20', held) as Extract<Coverage, { state: 'compared' }>)).toBe(
      '2019-03-01T00:00:00Z',
    );
    expect(isFresh(of('pkg:npm/lodash@4.17.20', held), NOW, 7)).toBe(false);
  });

  it('an old release is not made fresh by a newer one', () => {
    const parts = [
      part('deb', { distribution: 'debian', release: '11', newest: '2024-01-01T00:00:00Z' }),
      part('deb', { distribution: 'debian', release: '12' }),
    ];
    const names = new Set([nameKey('deb', 'debian/curl')]);
    expect(isFresh(of('pkg:deb/debian/curl@1?distro=debian-11', { parts, names }), NOW, 7)).toBe(false);
    expect(isFresh(of('pkg:deb/debian/curl@1?distro=debian-12', { parts, names }), NOW, 7)).toBe(true);
  });

  it('records without a date, and packages that were not compared, are not fresh', () => {
    const held = { ...HELD, parts: [part('npm', { newest: null })] };
    expect(isFresh(of('pkg:npm/lodash@4.17.20', held), NOW, 7)).toBe(false);
    expect(isFresh(of('pkg:maven/a/b@1'), NOW, 0)).toBe(false);
  });

  it.each<[string, Partial<HeldPart>, boolean]>([
    [
      'fetched today, newest record of last month',
      { fetched: '2026-11-27T00:00:00Z', newest: '2026-10-27T00:00:00Z' },
      true,
    ],
    ['fetched a month ago', { fetched: '2026-10-27T00:00:00Z', newest: '2026-10-26T00:00:00Z' }, false],
    [
      'fetched today, many records, none since 2019',
      { fetched: '2026-11-27T00:00:00Z', newest: '2019-03-01T00:00:00Z', records: 3000 },
      false,
    ],
    [
      'fetched today, five records, none for three years',
      { fetched: '2026-11-27T00:00:00Z', newest: '2023-11-27T00:00:00Z', records: 5 },
      true,
    ],
    ['fetched today, no record with a date', { fetched: '2026-11-27T00:00:00Z', newest: null }, false],
    ['not known when it was fetched', { newest: '2026-10-27T00:00:00Z' }, false],
  ])('a source that was downloaded: %s', (_, dates, fresh) => {
    const held = { ...HELD, parts: [part('npm', dates)] };
    expect(isFresh(of('pkg:npm/lodash@4.17.20', held), NOW, 7)).toBe(fresh);
  });

  it('without a limit any age is fresh', () => expect(isFresh(of('pkg:npm/lodash@4.17.20'), NOW, 0)).toBe(true));
});

describe('notComparedInWords', () => {
  const words = (purls: string[], more: Coverage[] = []) => {
    const all = [...purls.map((purl) => coverageOf(subjectOf(purl), HELD)), ...more];
    return notComparedInWords(notComparedGroups(all), all.length);
  };

  it('names the one reason', () => {
    const pom = Array.from({ length: 12 }, (_, i) => `pkg:maven/a/b@1.${i}`);
    const npm = Array.from({ length: 68 }, (_, i) => `pkg:npm/a@1.${i}.0`);
    expect(words([...pom, ...npm])).toBe('12 of 80 not compared: no data for Maven');
  });

  it('counts several reasons, the largest first', () => {
    expect(
      words(['pkg:npm/a', 'pkg:maven/a/b@1', 'pkg:maven/a/c@1', 'pkg:deb/debian/a@1?distro=debian-10'], [notRead('x')]),
    ).toBe(
      '5 of 5 not compared: no data for Maven (2), could not be read (1), no data for Debian 10 (1), version unknown (1)',
    );
  });

  it('counts the reasons that it does not name', () => {
    const groups = Array.from({ length: 10 }, (_, i) => ({ inShort: `no data for E${i}`, count: 10 - i }));
    expect(notComparedInWords(groups, 100)).toMatch(/^55 of 100 not compared: .*, other reasons \(3\)$/);
  });

  it('is empty if all were compared', () => expect(words(['pkg:npm/a@1.0.0'])).toBe(''));
});

describe('derivatives', () => {
  const ids = DISTRIBUTIONS.map(({ id }) => id);
  it.each([...DERIVATIVES.values()])(
    '$name: its parent has records, and it has none of its own',
    ({ id, of, isRebuild }) => {
      expect(ids).toContain(of);
      expect(ids).not.toContain(id);
      expect(DISTRIBUTION_ALIASES.get(id)).toBe(isRebuild ? of : undefined);
    },
  );
  it.each([
    ['pkg:deb/raspbian/a@1?distro=raspbian-13', { name: 'debian/a', release: '13' }],
    ['pkg:deb/linuxmint/a@1?distro=linuxmint-21.3', { name: 'ubuntu/a', release: '22.04' }],
    ['pkg:deb/devuan/a@1?distro=devuan-5', { name: 'debian/a', release: '12' }],
    ['pkg:deb/pop/a@1?distro=pop-22.04', { name: 'ubuntu/a', release: '22.04' }],
    ['pkg:deb/linuxmint/a@1', { name: 'ubuntu/a', release: '' }],
    ['pkg:deb/linuxmint/a@1?distro=linuxmint-99', { name: 'ubuntu/a', release: '' }],
    ['pkg:deb/debian/a@1?distro=debian-13', undefined],
  ])('%s', (purl, parent) => expect(subjectOf(purl)).toMatchObject({ parent }));
});
