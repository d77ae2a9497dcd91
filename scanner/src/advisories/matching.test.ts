import { expect, it } from 'vitest';
import { type Advisory, newAdvisory, newAffected, type RangeEvent } from './advisory.ts';
import { type MatchOutcome, matchAdvisory } from './matching.ts';
import { packageOfEcosystem, subjectOf } from './names.ts';

type Events = [RangeEvent['event'], string][];

function advisory(
  ecosystem: string,
  name: string,
  events: Events[],
  more: Partial<Advisory> = {},
  versions: string[] = [],
): Advisory {
  const found = packageOfEcosystem(ecosystem, name);
  if (!found) throw new Error(`${ecosystem} has no packages`);
  const ranges = events.map((one) => ({
    kind: 'ECOSYSTEM' as const,
    repo: '',
    events: one.map(([event, version]) => ({ event, version })),
  }));
  return {
    ...newAdvisory('X-1'),
    affected: [{ ...newAffected(found.type, found.name, name, found.release), ranges, versions }],
    ...more,
  };
}

function check(purl: string, record: Advisory, outcome: MatchOutcome, because: string, fixedIn: string[] = []): void {
  const subject = subjectOf(purl);
  if ('problem' in subject) throw new Error(subject.problem);
  const answer = matchAdvisory(subject, record);
  expect({ outcome: answer.outcome, matched: answer.matched, why: answer.why.join(' ') }).toEqual({
    outcome,
    matched: outcome === 'affected',
    why: expect.stringContaining(because),
  });
  expect(answer.fixedIn).toEqual(fixedIn);
}

const below: Events[] = [
  [
    ['introduced', '0'],
    ['fixed', '1.2.3'],
  ],
];
const upTo = (version: string): Events[] => [
  [
    ['introduced', '0'],
    ['fixed', version],
  ],
];
const upToR20 = upTo('r20-1');
const upToRc2 = upTo('1.0.0rc2');
const nothingAfterZero: Events[] = [
  [
    ['introduced', '0'],
    ['last_affected', '0'],
  ],
];
const two: Events[] = [
  [
    ['introduced', '1.0.0'],
    ['fixed', '1.2.0'],
    ['introduced', '2.0.0'],
    ['last_affected', '2.4.0'],
  ],
];

type Case = [purl: string, record: Advisory, outcome: MatchOutcome, because: string, fixedIn?: string[]];
const cases: Case[] = [
  ['pkg:npm/a@1.2.2', advisory('npm', 'a', below), 'affected', 'before 1.2.3, where it is fixed', ['1.2.3']],
  ['pkg:npm/a@1.2.3', advisory('npm', 'a', below), 'not-affected', 'at or after 1.2.3'],
  // "0" as the last one affected is a version like others.
  ['pkg:maven/g/a@0', advisory('Maven', 'g:a', nothingAfterZero), 'affected', 'not after 0, the last one affected'],
  ['pkg:maven/g/a@0.1', advisory('Maven', 'g:a', nothingAfterZero), 'not-affected', 'after 0, the last one affected'],
  // A word such as "beta" without a number stays a word; RPM orders letters too.
  ['pkg:rpm/almalinux/a@r10-1', advisory('AlmaLinux', 'a', upToR20), 'affected', 'before r20-1', ['r20-1']],
  ['pkg:rpm/almalinux/a@r30-1', advisory('AlmaLinux', 'a', upToR20), 'not-affected', 'at or after r20-1'],
  ['pkg:rpm/almalinux/a@latest', advisory('AlmaLinux', 'a', upToR20), 'undetermined', 'has no place in the order'],
  // Composer writes a word of a pre-release with and without a point.
  ['pkg:composer/a/b@1.0.0.rc2', advisory('Packagist', 'a/b', upToRc2), 'not-affected', 'at or after 1.0.0rc2'],
  ['pkg:composer/a/b@1.0.0.rc1', advisory('Packagist', 'a/b', upToRc2), 'affected', 'before 1.0.0rc2', ['1.0.0rc2']],
  ['pkg:npm/b@1.0.0', advisory('npm', 'a', below), 'not-affected', 'does not name npm b. It names npm a'],
  ['pkg:npm/a@0.9.0', advisory('npm', 'a', two), 'not-affected', 'before 1.0.0'],
  ['pkg:npm/a@1.1.0', advisory('npm', 'a', two), 'affected', 'at or after 1.0.0', ['1.2.0']],
  ['pkg:npm/a@1.5.0', advisory('npm', 'a', two), 'not-affected', 'at or after 1.2.0'],
  ['pkg:npm/a@2.4.0', advisory('npm', 'a', two), 'affected', 'not after 2.4.0, the last one affected'],
  ['pkg:npm/a@2.4.1', advisory('npm', 'a', two), 'not-affected', 'after 2.4.0'],
  // The order in which events are written does not matter.
  [
    'pkg:npm/a@1.1.0',
    advisory('npm', 'a', [
      [
        ['fixed', '1.2.0'],
        ['introduced', '1.0.0'],
      ],
    ]),
    'affected',
    'at or after 1.0.0',
    ['1.2.0'],
  ],
  // RustSec writes this for a release that was never affected.
  ...(['44.0.2', '45.0.0', '46.1.0'] as const).map(
    (version): Case => [
      `pkg:cargo/a@${version}`,
      advisory('crates.io', 'a', [
        [
          ['introduced', '37.0.0'],
          ['fixed', '44.0.2'],
          ['introduced', '45.0.0'],
          ['fixed', '45.0.0'],
        ],
      ]),
      'not-affected',
      'at or after 44.0.2',
    ],
  ),
  // Adjacent ranges, written in another order.
  [
    'pkg:pypi/a@3.1.1',
    advisory('PyPI', 'a', [
      [
        ['introduced', '0'],
        ['fixed', '3.1.1'],
        ['introduced', '3.2.0'],
        ['fixed', '3.2.2'],
        ['introduced', '3.1.1'],
        ['fixed', '3.2.0'],
      ],
    ]),
    'affected',
    'at or after 3.1.1',
    ['3.2.0'],
  ],
  // A range that begins at its own end.
  [
    'pkg:npm/a@1.5.0',
    advisory('npm', 'a', [
      [
        ['introduced', '2.0.0'],
        ['fixed', '1.0.0'],
      ],
    ]),
    'not-affected',
    '',
  ],
  [
    'pkg:npm/a@3.0.0',
    advisory('npm', 'a', [
      [
        ['introduced', '0'],
        ['limit', '2.0.0'],
      ],
    ]),
    'not-affected',
    'not below the limit',
  ],
  [
    'pkg:npm/a@1.0.0',
    advisory('npm', 'a', [
      [
        ['introduced', '0'],
        ['limit', '2.0.0'],
      ],
    ]),
    'affected',
    'no fix',
  ],
  ['pkg:npm/a@1.0.0', advisory('npm', 'a', [], {}, ['1.0.0']), 'affected', 'lists version 1.0.0'],
  ['pkg:npm/a@1.0.1', advisory('npm', 'a', [], {}, ['1.0.0']), 'not-affected', 'not one of the 1 versions'],
  ['pkg:npm/a', advisory('npm', 'a', below), 'undetermined', 'unknown'],
  ['pkg:npm/a', advisory('npm', 'a', [[['introduced', '0']]]), 'affected', 'every version'],
  ['pkg:npm/a@main', advisory('npm', 'a', below), 'undetermined', 'no place in the order'],
  ['pkg:npm/a@1.0.0', advisory('npm', 'a', []), 'undetermined', 'without any version'],
  [
    'pkg:npm/a@1.0.0',
    advisory('npm', 'a', below, { withdrawn: '2024-02-03T00:00:00Z' }),
    'not-affected',
    'withdrawn on 2024-02-03',
  ],
  // Names by the rules of their ecosystem.
  ['pkg:pypi/zope.interface@1.0', advisory('PyPI', 'Zope_Interface', below), 'affected', '', ['1.2.3']],
  ['pkg:cargo/proc_macro@1.0.0', advisory('crates.io', 'proc-macro', below), 'affected', '', ['1.2.3']],
  ['pkg:nuget/newtonsoft.json@1.0.0', advisory('NuGet', 'Newtonsoft.Json', below), 'affected', '', ['1.2.3']],
  ['pkg:composer/Acme/Web@1.0.0', advisory('Packagist', 'acme/web', below), 'affected', '', ['1.2.3']],
  ['pkg:maven/org.acme/web@1.0.0', advisory('Maven', 'org.acme:web', below), 'affected', '', ['1.2.3']],
  ['pkg:maven/org.other/web@1.0.0', advisory('Maven', 'org.acme:web', below), 'not-affected', 'does not name'],
  ['pkg:npm/%40a/b@1.0.0', advisory('npm', '@a/b', below), 'affected', '', ['1.2.3']],
  // Go: the "v", the module's major version, the standard library.
  ['pkg:golang/github.com/A/b@v1.2.2', advisory('Go', 'github.com/a/B', below), 'affected', '', ['1.2.3']],
  [
    'pkg:golang/github.com/a/b/v2@v2.0.0',
    advisory('Go', 'github.com/a/b', [[['introduced', '0']]]),
    'not-affected',
    'does not name',
  ],
  [
    'pkg:golang/github.com/a/b@v2.0.0#v2',
    advisory('Go', 'github.com/a/b/v2', [[['introduced', '0']]]),
    'affected',
    'every version',
  ],
  [
    'pkg:golang/stdlib@1.20.1',
    advisory('Go', 'stdlib', [
      [
        ['introduced', '0'],
        ['fixed', '1.20.2'],
      ],
    ]),
    'affected',
    '',
    ['1.20.2'],
  ],
  // Distributions by release.
  ['pkg:deb/debian/x@1.0-1?distro=debian-12', advisory('Debian:12', 'x', below), 'affected', 'release 12', ['1.2.3']],
  ['pkg:deb/debian/x@1.0-1?distro=bookworm', advisory('Debian:12', 'x', below), 'affected', 'release 12', ['1.2.3']],
  ['pkg:deb/debian/x@1.0-1?distro=debian-11', advisory('Debian:12', 'x', below), 'not-affected', 'the package for 11'],
  ['pkg:deb/debian/x@1.0-1', advisory('Debian:12', 'x', below), 'undetermined', 'does not say its release'],
  ['pkg:deb/debian/x@1.0-1+deb12u2', advisory('Debian:12', 'x', below), 'affected', 'release 12', ['1.2.3']],
  [
    'pkg:deb/debian/libx1@1.0-1?distro=debian-12&upstream=x',
    advisory('Debian:12', 'x', below),
    'affected',
    'source package x',
    ['1.2.3'],
  ],
  ['pkg:deb/ubuntu/x@1.0?distro=ubuntu-22.04', advisory('Ubuntu:22.04:LTS', 'x', below), 'affected', '', ['1.2.3']],
  [
    'pkg:deb/ubuntu/x@1.0?distro=ubuntu-22.04',
    advisory('Ubuntu:Pro:22.04:LTS', 'x', below),
    'not-affected',
    '22.04+esm',
  ],
  [
    'pkg:deb/ubuntu/x@1.0?distro=ubuntu-22.04%2Besm',
    advisory('Ubuntu:Pro:22.04:LTS', 'x', below),
    'affected',
    '',
    ['1.2.3'],
  ],
  [
    'pkg:apk/alpine/x@1.0?distro=alpine-3.18.4',
    advisory('Alpine:v3.18', 'x', below),
    'affected',
    'release 3.18',
    ['1.2.3'],
  ],
  [
    'pkg:rpm/redhat/x@1.0-1.el8?distro=rhel-8.6',
    advisory('Red Hat:enterprise_linux:8::baseos', 'x', below),
    'affected',
    '',
    ['1.2.3'],
  ],
  [
    'pkg:rpm/redhat/x@1.0-1.el8?distro=rhel-8.6%2Beus',
    advisory('Red Hat:rhel_eus:8.6::baseos', 'x', below),
    'affected',
    '8.6+eus',
    ['1.2.3'],
  ],
  [
    'pkg:rpm/redhat/x@1.0-1.el8?distro=rhel-8.6%2Beus',
    advisory('Red Hat:enterprise_linux:8::baseos', 'x', below),
    'affected',
    'which 8.6+eus extends',
    ['1.2.3'],
  ],
  [
    'pkg:rpm/redhat/x@1.0-1.el8?distro=rhel-8.6',
    advisory('Red Hat:rhel_eus:8.6::baseos', 'x', below),
    'not-affected',
    '',
  ],
];

it.each(cases)('%s', (purl, record, outcome, because, fixedIn) => check(purl, record, outcome, because, fixedIn));

it('a match by CPE counts only for packages without an ecosystem, and is marked', () => {
  const record: Advisory = {
    ...newAdvisory('CVE-1'),
    affected: [
      { ...newAffected('cpe', 'openssl', 'cpe:2.3:a:openssl:openssl'), vendor: 'openssl', versions: ['1.0.2'] },
    ],
  };
  const answerFor = (purl: string) => {
    const subject = subjectOf(purl);
    return 'problem' in subject ? undefined : matchAdvisory(subject, record);
  };
  expect(answerFor('pkg:generic/openssl@1.0.2')).toMatchObject({ matched: true, isByCpe: true });
  expect(answerFor('pkg:npm/openssl@1.0.2')).toMatchObject({ matched: false });
  expect(answerFor('pkg:generic/other/openssl@1.0.2')).toMatchObject({ matched: true });
});

const cpe = (vendor: string, product: string): Advisory => ({
  ...newAdvisory('CVE-1'),
  affected: [{ ...newAffected('cpe', product, `cpe:2.3:a:${vendor}:${product}`), vendor, versions: ['1.0.2'] }],
});
const tags = (versions: string[]): Advisory => ({
  ...newAdvisory('OSV-1'),
  affected: [
    {
      ...newAffected('git', 'github.com/madler/zlib', 'https://github.com/madler/zlib'),
      ranges: [{ kind: 'GIT', repo: '', events: [{ event: 'introduced', version: '0' }] }],
      versions,
    },
  ],
});

// The same names for different things, and different names for the same thing.
it.each<[string, Advisory, MatchOutcome, string]>([
  ['pkg:generic/foo@1.0.2', cpe('foo', 'foo'), 'affected', 'Only a CPE'],
  ['pkg:generic/foo@1.0.2', cpe('foo_project', 'foo'), 'affected', 'Only a CPE'],
  ['pkg:generic/foo@1.0.2', cpe('other', 'foo'), 'undetermined', 'Only the name is the same'],
  ['pkg:generic/foo@1.0.3', cpe('other', 'foo'), 'not-affected', 'not one of the 1 versions'],
  ['pkg:generic/acme/foo@1.0.2', cpe('other', 'foo'), 'not-affected', 'does not name'],
  ['pkg:generic/acme/foo@1.0.2', cpe('acme', 'foo'), 'affected', 'Only a CPE'],
  ['pkg:npm/foo@1.0.2', cpe('foo', 'foo'), 'not-affected', 'does not name'],
  // The recogniser of curl names the vendor.
  ['pkg:generic/curl@1.0.2', cpe('haxx', 'curl'), 'affected', 'Only a CPE'],
  ['pkg:generic/curl@1.0.2', cpe('other', 'curl'), 'not-affected', 'does not name'],
  // Tags of the repository of its sources are versions.
  ['pkg:generic/zlib@1.2.11', tags(['v1.2.10', 'v1.2.11']), 'affected', 'the tag v1.2.11'],
  ['pkg:generic/zlib@1.2.11', tags(['zlib-1_2_11']), 'affected', 'the tag zlib-1_2_11'],
  ['pkg:generic/zlib@1.3.1', tags(['v1.2.10', 'v1.2.11']), 'not-affected', 'after all 2 tags'],
  ['pkg:generic/zlib@1.2.3', tags(['v1.2.10', 'v1.2.11']), 'not-affected', 'before all 2 tags'],
  ['pkg:generic/zlib@1.2.10.5', tags(['v1.2.10', 'v1.2.11']), 'undetermined', 'between them'],
  ['pkg:generic/zlib@1.2.11', tags([]), 'undetermined', 'only ranges of commits'],
  ['pkg:github/madler/zlib@v1.2.11', tags(['v1.2.11']), 'affected', 'the tag v1.2.11'],
  ['pkg:github/other/zlib@v1.2.11', tags(['v1.2.11']), 'not-affected', 'does not name'],
])('%s', (purl, record, outcome, because) => check(purl, record, outcome, because));

const goRecord = (plain: Events[], own: Events[]): Advisory => {
  const record = advisory('Go', 'a.org/b', plain);
  return {
    ...record,
    affected: record.affected.map((one) => ({ ...one, ownRanges: advisory('Go', 'a.org/b', own).affected[0]!.ranges })),
  };
};
const open: Events[] = [[['introduced', '0']]];
const ended = (fixed: string): Events[] => [
  [
    ['introduced', '0'],
    ['fixed', fixed],
  ],
];

// Go modules whose tags are not valid Go versions.
it.each<Case>([
  ['pkg:golang/a.org/b@v1.8.9', goRecord(open, ended('1.9.0')), 'affected', 'before 1.9.0', ['1.9.0']],
  ['pkg:golang/a.org/b@v1.9.0', goRecord(open, ended('1.9.0')), 'not-affected', 'at or after 1.9.0'],
  ['pkg:golang/a.org/b@v3.0.0%2Bincompatible', goRecord(open, ended('2.5.0')), 'not-affected', 'at or after 2.5.0'],
  ['pkg:golang/a.org/b', goRecord(open, ended('1.9.0')), 'undetermined', 'unknown'],
  ['pkg:golang/a.org/b', goRecord(open, []), 'affected', 'no end'],
  // A pseudo-version has no place in the order of tags.
  [
    'pkg:golang/a.org/b@v0.0.0-20260101000000-0123456789ab',
    goRecord(open, ended('1.9.0')),
    'affected',
    'cannot be compared with',
  ],
  [
    'pkg:golang/a.org/b@v0.0.0-20230101000000-0123456789ab',
    goRecord(open, ended('0.0.0-20240829052008-43f0fc59790d')),
    'affected',
    'before 0.0.0-2024',
    ['0.0.0-20240829052008-43f0fc59790d'],
  ],
  [
    'pkg:golang/a.org/b@v0.0.0-20250101000000-0123456789ab',
    goRecord(open, ended('0.0.0-20240829052008-43f0fc59790d')),
    'not-affected',
    'at or after 0.0.0-2024',
  ],
  // 12.0.0 is older than the commit that the pseudo-version of 0.0.0 names.
  [
    'pkg:golang/a.org/b@v12.0.0',
    goRecord(open, ended('0.0.0-20250521183405-c7a690348df7')),
    'affected',
    'cannot be compared with',
  ],
  [
    'pkg:golang/a.org/b@v5.0.4',
    goRecord(open, ended('5.0.4-0.20231016150651-428517fef5b9')),
    'not-affected',
    'at or after',
  ],
  // An end that the record states in Go versions counts.
  ['pkg:golang/a.org/b@v1.1.0', goRecord(ended('1.2.0'), ended('1.0.0')), 'affected', 'before 1.2.0', ['1.2.0']],
  ['pkg:golang/a.org/b@v1.3.0', goRecord(ended('1.2.0'), ended('1.4.0')), 'affected', 'before 1.4.0', ['1.4.0']],
])('%s', (purl, record, outcome, because, fixedIn) => check(purl, record, outcome, because, fixedIn));

const [first, last, other] = ['1', '2', 'a'].map((digit) => digit.repeat(40)) as [string, string, string];
const commits = (...ranges: [RangeEvent['event'], string][][]): Advisory => ({
  ...newAdvisory('OSV-1'),
  affected: [
    {
      ...newAffected('git', 'github.com/madler/zlib', 'https://github.com/madler/zlib'),
      ranges: ranges.map((events) => ({
        kind: 'GIT' as const,
        repo: 'https://github.com/madler/zlib.git',
        events: events.map(([event, version]) => ({ event, version })),
      })),
    },
  ],
});
const between = commits([
  ['introduced', first],
  ['fixed', last],
]);

// Only the repository knows which commits lie between two others; the record names a few.
it.each<[string, Advisory, MatchOutcome, string]>([
  [`pkg:github/madler/zlib@${first}`, between, 'affected', 'as "introduced"'],
  [`pkg:github/madler/zlib@${last}`, between, 'not-affected', 'as "fixed"'],
  [`pkg:github/madler/zlib@${other}`, between, 'undetermined', 'only the repository knows'],
  [`pkg:github/madler/zlib@${other}`, commits([['introduced', '0']]), 'affected', 'every commit'],
  // A fix on one branch does not fix the other.
  [`pkg:github/madler/zlib@${last}`, commits([['fixed', last]], [['fixed', other]]), 'undetermined', 'not one of them'],
  [`pkg:swift/github.com/madler/zlib@${first}`, between, 'affected', 'as "introduced"'],
  [`pkg:carthage/madler/zlib@${first}`, between, 'affected', 'as "introduced"'],
  [`pkg:git/github.com/madler/zlib@${last}`, between, 'not-affected', 'as "fixed"'],
  [`pkg:git/github.com/madler/other@${first}`, between, 'not-affected', 'does not name'],
  [
    `pkg:generic/copy@1.0?vcs_url=git%2Bhttps://github.com/Madler/zlib.git%40${first}`,
    between,
    'affected',
    'as "introduced"',
  ],
  // A commit is not one of the listed tags, but may contain the flaw.
  [`pkg:github/madler/zlib@${first}`, tags(['v1.2.11']), 'affected', 'every commit'],
  ['pkg:pypi/a@main', advisory('PyPI', 'a', [], {}, ['1.0.0']), 'undetermined', 'no place in the order'],
  [`pkg:pypi/a@${first}`, advisory('PyPI', 'a', [], {}, ['1.0.0']), 'undetermined', 'names no commits'],
  [`pkg:pypi/a@${first}`, advisory('PyPI', 'a', below), 'undetermined', 'names no commits'],
])('%s %#', (purl, record, outcome, because) => check(purl, record, outcome, because));

const inDebian = (fixed: string) => advisory('Debian:11', 'openssl', ended(fixed));

// Cases that scanners are known to judge wrongly, each with a correct neighbour.
it.each<[string, Advisory, MatchOutcome]>([
  // The same name in two ecosystems.
  ['pkg:npm/requests@1.0.0', advisory('PyPI', 'requests', below), 'not-affected'],
  ['pkg:gem/rails@1.0.0', advisory('npm', 'rails', below), 'not-affected'],
  ['pkg:deb/debian/requests@1.0.0?distro=debian-11', advisory('PyPI', 'requests', below), 'not-affected'],
  // A fix that a distribution backported to its older version.
  ['pkg:deb/debian/openssl@1.1.1n-0%2Bdeb11u5?distro=debian-11', inDebian('1.1.1n-0+deb11u4'), 'not-affected'],
  ['pkg:deb/debian/openssl@1.1.1n-0%2Bdeb11u3?distro=debian-11', inDebian('1.1.1n-0+deb11u4'), 'affected'],
  // Epochs: undetermined where one side has none and the epoch alone decides. A binary package named differently from its source package.
  ['pkg:deb/debian/openssl@1:1.0?distro=debian-11', inDebian('2.0'), 'undetermined'],
  ['pkg:deb/debian/openssl@9.0?distro=debian-11', inDebian('1:0.5'), 'undetermined'],
  ['pkg:deb/debian/openssl@0.4?distro=debian-11', inDebian('1:0.5'), 'affected'],
  ['pkg:deb/debian/openssl@0:9.0?distro=debian-11', inDebian('1:0.5'), 'affected'],
  ['pkg:deb/debian/openssl@0.6?distro=debian-11&epoch=1', inDebian('1:0.5'), 'not-affected'],
  ['pkg:deb/debian/libssl1.1@1.0?distro=debian-11', inDebian('2.0'), 'not-affected'],
  ['pkg:deb/debian/libssl1.1@1.0?distro=debian-11&upstream=openssl', inDebian('2.0'), 'affected'],
  ['pkg:deb/debian/libssl1.1@1.0?distro=debian-11&upstream=openssl%402.1', inDebian('2.0'), 'not-affected'],
  // A record of another distribution with the same name.
  ['pkg:deb/ubuntu/openssl@1.0?distro=ubuntu-22.04', inDebian('2.0'), 'not-affected'],
  [
    'pkg:rpm/redhat/bind@32:9.11.4-1.el7?distro=rhel-7',
    advisory('Red Hat:enterprise_linux:7::server', 'bind', ended('32:9.11.4-2.el7')),
    'affected',
  ],
  [
    'pkg:rpm/redhat/bind@9.11.4-3.el7?epoch=32&distro=rhel-7',
    advisory('Red Hat:enterprise_linux:7::server', 'bind', ended('32:9.11.4-2.el7')),
    'not-affected',
  ],
  // A withdrawn record of malware that named every version.
  [
    'pkg:npm/a@1.0.0',
    advisory('npm', 'a', open, { kind: 'malware', withdrawn: '2026-01-01T00:00:00Z' }),
    'not-affected',
  ],
  // Go: a commit after a tag, a commit before it, and modules without go.mod.
  ['pkg:golang/a.org/b@v1.2.4-0.20230101000000-0123456789ab', advisory('Go', 'a.org/b', below), 'not-affected'],
  ['pkg:golang/a.org/b@v1.2.3-0.20230101000000-0123456789ab', advisory('Go', 'a.org/b', below), 'affected'],
  ['pkg:golang/a.org/b@v2.0.0%2Bincompatible', advisory('Go', 'a.org/b', ended('2.0.0')), 'not-affected'],
  ['pkg:golang/a.org/b@v2.0.0', advisory('Go', 'a.org/b', ended('2.0.0+incompatible')), 'not-affected'],
  // Local versions, post-releases and pre-releases of PEP 440.
  ['pkg:pypi/torch@1.2.3%2Bcu118', advisory('PyPI', 'torch', below), 'not-affected'],
  ['pkg:pypi/torch@1.2.2%2Bcu118', advisory('PyPI', 'torch', below), 'affected'],
  ['pkg:pypi/torch@1.2.3.post1', advisory('PyPI', 'torch', below), 'not-affected'],
  ['pkg:pypi/torch@1.2.3rc1', advisory('PyPI', 'torch', below), 'affected'],
  ['pkg:pypi/torch@1!0.1', advisory('PyPI', 'torch', below), 'not-affected'],
  // Qualifiers of Maven, zeros of NuGet, pre-releases of gems.
  ['pkg:maven/org.acme/web@1.2.3.Final', advisory('Maven', 'org.acme:web', below), 'not-affected'],
  ['pkg:maven/org.acme/web@1.2.3-SNAPSHOT', advisory('Maven', 'org.acme:web', below), 'affected'],
  ['pkg:maven/org.acme/web-api@1.0.0', advisory('Maven', 'org.acme:web', below), 'not-affected'],
  ['pkg:maven/org.acme.web/web@1.0.0', advisory('Maven', 'org.acme:web', below), 'not-affected'],
  ['pkg:nuget/Acme@1.2.3.0', advisory('NuGet', 'acme', below), 'not-affected'],
  ['pkg:gem/acme@1.2.3.pre', advisory('RubyGems', 'acme', below), 'affected'],
  ['pkg:gem/acme@1.2.3', advisory('RubyGems', 'acme', below), 'not-affected'],
  ['pkg:composer/acme/web@v1.2.3', advisory('Packagist', 'acme/web', below), 'not-affected'],
  ['pkg:composer/acme/web@1.2', advisory('Packagist', 'acme/web', ended('1.2.0')), 'not-affected'],
  ['pkg:composer/acme/web@1.2-RC1', advisory('Packagist', 'acme/web', ended('1.2.0')), 'affected'],
  ['pkg:composer/acme/web@1.2.0', advisory('Packagist', 'acme/web', ended('1.2')), 'not-affected'],
  ['pkg:composer/acme/web@dev-main', advisory('Packagist', 'acme/web', below), 'undetermined'],
  ['pkg:npm/%40other/b@1.0.0', advisory('npm', '@a/b', below), 'not-affected'],
  ['pkg:hex/acme@1.2.3-rc.1', advisory('Hex', 'acme', below), 'affected'],
  ['pkg:pub/acme@1.2.3%2B1', advisory('Pub', 'acme', below), 'not-affected'],
])('known false alarms: %s %#', (purl, record, outcome) => {
  const subject = subjectOf(purl);
  if ('problem' in subject) throw new Error(subject.problem);
  const answer = matchAdvisory(subject, record);
  expect({ outcome: answer.outcome, why: answer.why }).toMatchObject({ outcome });
});

// As many as a record may have: each whole version is affected up to its first fix.
const manyRanges: Events[] = Array.from({ length: 50_000 }, (_, at) => [
  ['introduced', `${at}.0.0`],
  ['fixed', `${at}.1.0`],
]);

it('100,000 events in 50,000 ranges, and in one', () => {
  const inRanges = advisory('npm', 'a', manyRanges);
  const inOne = advisory('npm', 'a', [manyRanges.toReversed().flat()]);
  for (const record of [inRanges, inOne]) {
    check('pkg:npm/a@49999.0.5', record, 'affected', 'before 49999.1.0', ['49999.1.0']);
    check('pkg:npm/a@1.5.0', record, 'not-affected', 'at or after 1.1.0');
  }
});
