// Lines of one package side by side (module streams, series of kernels), derivatives of distributions, and epochs: what a record decides.
import { describe, expect, it } from 'vitest';
import { type MatchOutcome, matchAdvisory } from './matching.ts';
import { subjectOf } from './names.ts';
import { readAdvisories } from './readers.ts';

function answerOf(purl: string, ecosystem: string, name: string, ...fixes: string[]) {
  const document = {
    schema_version: '1',
    id: 'TEST-1',
    affected: fixes.map((fixed) => ({
      package: { ecosystem, name },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }],
    })),
  };
  const [found] = readAdvisories('a.json', Buffer.from(JSON.stringify(document))).findings;
  const subject = subjectOf(purl);
  if (found?.type !== 'advisory' || 'problem' in subject) throw new Error('The test names no record or no package.');
  return matchAdvisory(subject, found.advisory);
}

const RHEL = 'Red Hat:enterprise_linux:8::appstream';

describe('module streams', () => {
  const fix = '0:12.5-1.module+el8.3.0+9042+664538f4';
  it.each<[string, string, MatchOutcome]>([
    [
      'an earlier version of the stream',
      'postgresql@12.1-2.module%2Bel8.1.0%2B1%2Ba?distro=rhel-8.5&rpmmod=postgresql:12',
      'affected',
    ],
    [
      'the fix',
      'postgresql@12.5-1.module%2Bel8.3.0%2B9042%2B664538f4?distro=rhel-8.5&rpmmod=postgresql:12',
      'not-affected',
    ],
    [
      'a lower stream',
      'postgresql@10.23-1.module%2Bel8.7.0%2B1%2Ba?distro=rhel-8.7&rpmmod=postgresql:10',
      'not-affected',
    ],
    [
      'the stream as Trivy writes it',
      'postgresql@12.1-2.module%2Bel8?distro=redhat-8.5&modularitylabel=postgresql:12:80:9e',
      'affected',
    ],
    ['no stream, the same line', 'postgresql@12.5-0.module%2Bel8.1.0%2B1%2Ba?distro=rhel-8.5', 'affected'],
    ['no stream, another line', 'postgresql@10.23-1.module%2Bel8.7.0%2B1%2Ba?distro=rhel-8.7', 'undetermined'],
    ['a build of another maker', 'postgresql@10.23-1.module_el8.7.0%2B1%2Ba?distro=rhel-8.7', 'undetermined'],
    ['a package outside of modules', 'postgresql@10.23-1.el8?distro=rhel-8.7', 'not-affected'],
    ['a package that shows no system', 'postgresql@10.23-1?distro=rhel-8.7', 'undetermined'],
  ])('a fix inside a module and %s', (_, purl, outcome) => {
    expect(answerOf(`pkg:rpm/redhat/${purl}`, RHEL, 'postgresql', fix).outcome).toBe(outcome);
  });

  it('a fix for each of several streams decides for its own', () => {
    const purl = 'pkg:rpm/redhat/nodejs@14.15.0-1.module%2Bel8.3.0%2B1%2Ba?distro=rhel-8&rpmmod=nodejs:14';
    const fixes = [
      '1:12.22.12-1.module+el8.6.0+1+a',
      '1:14.14.0-1.module+el8.6.0+1+a',
      '1:16.1.0-1.module+el8.6.0+1+a',
    ];
    expect(answerOf(`${purl}&epoch=1`, RHEL, 'nodejs', ...fixes).outcome).toBe('not-affected');
  });

  it.each<[string, string, string, MatchOutcome]>([
    // Only the main package of a module has the number of its stream.
    ['mod_http2@1.15.3-2.module%2Bel8.1.0?rpmmod=httpd:2.4', 'mod_http2', '1.15.7-2.module+el8.4.0', 'affected'],
    ['mod_http2@1.15.7-3.module%2Bel8.1.0?rpmmod=httpd:2.4', 'mod_http2', '1.15.7-2.module+el8.4.0', 'not-affected'],
    ['npm@6.14.8-1.module%2Bel8.1.0?rpmmod=nodejs:14', 'npm', '8.19.2-1.module+el8.7.0', 'undetermined'],
    ['galera@25.3.26-1.module%2Bel8.1.0?rpmmod=mariadb:10.3', 'galera', '26.4.11-1.module+el8.6.0', 'undetermined'],
    [
      'buildah@1.11.6-4.module%2Bel8.1.0?rpmmod=container-tools:rhel8',
      'buildah',
      '1.27.0-2.module+el8.7.0',
      'undetermined',
    ],
  ])('a package beside the main one of its module: %s, fixed in %s %s', (written, name, fix, outcome) => {
    const purl = `pkg:rpm/redhat/${written}&distro=rhel-8`;
    expect(answerOf(purl, RHEL, name, fix).outcome).toBe(outcome);
  });

  it('a fix outside of modules says nothing of a package in one', () => {
    const purl = 'pkg:rpm/redhat/postgresql@12.1-2.module%2Bel8?distro=rhel-8&rpmmod=postgresql:12';
    expect(answerOf(purl, RHEL, 'postgresql', '0:13.1-1.el8')).toMatchObject({
      outcome: 'not-affected',
      release: 'other',
    });
  });
});

describe('series of kernels', () => {
  it.each<[string, string, string, MatchOutcome]>([
    [
      'pkg:rpm/oracle/kernel-uek@5.4.17-2136.300.7.el8uek?distro=ol-8.6',
      'Oracle Linux:8',
      '5.15.0-100.96.32.el8uek',
      'not-affected',
    ],
    [
      'pkg:rpm/oracle/kernel-uek@5.4.17-2136.300.7.el8uek?distro=ol-8.6',
      'Oracle Linux:8',
      '5.4.17-2136.320.7.el8uek',
      'affected',
    ],
    [
      'pkg:rpm/oracle/kernel-uek@5.4.17-2136.330.7.el8uek?distro=ol-8.6',
      'Oracle Linux:8',
      '5.4.17-2136.320.7.el8uek',
      'not-affected',
    ],
  ])('%s, %s %s', (purl, ecosystem, fix, outcome) => {
    expect(answerOf(purl, ecosystem, 'kernel-uek', fix).outcome).toBe(outcome);
  });

  it('a rolling series is one line', () => {
    const purl = 'pkg:rpm/fedora/kernel@6.8.9-300.fc40?distro=fedora-40';
    expect(answerOf(purl, 'Fedora:40', 'kernel', '6.9.5-200.fc40').outcome).toBe('affected');
  });
});

describe('a derivative is compared with the records of its parent, which decide nothing', () => {
  it.each<[string, string, string, MatchOutcome]>([
    ['pkg:deb/raspbian/chromium@149.0.1-1?distro=raspbian-13', 'Debian:13', '150.0.1-1~deb13u1', 'undetermined'],
    ['pkg:deb/raspbian/chromium@151.0.1-1?distro=raspbian-13', 'Debian:13', '150.0.1-1~deb13u1', 'not-affected'],
    ['pkg:deb/raspbian/chromium@149.0.1-1?distro=raspbian-12', 'Debian:13', '150.0.1-1~deb13u1', 'not-affected'],
    [
      'pkg:deb/linuxmint/libchrom@149.0.1-1?distro=linuxmint-21.3&upstream=chromium',
      'Ubuntu:22.04:LTS',
      '150.0.1',
      'undetermined',
    ],
    ['pkg:deb/mydistro/chromium@149.0.1-1?distro=mydistro-1', 'Debian:13', '150.0.1', 'not-affected'],
    ['pkg:deb/debian/chromium@149.0.1-1?distro=debian-13', 'Debian:13', '150.0.1', 'affected'],
    ['pkg:rpm/centos/chromium@149-1.el8?distro=centos-8', RHEL, '150-1.el8', 'affected'],
  ])('%s, %s %s', (purl, ecosystem, fix, outcome) => {
    expect(answerOf(purl, ecosystem, 'chromium', fix).outcome).toBe(outcome);
  });

  it('and the answer says so', () => {
    const { why } = answerOf('pkg:deb/raspbian/a@1?distro=raspbian-13', 'Debian:13', 'a', '2');
    expect(why.join(' ')).toContain('Raspbian has no records of its own; it is made of packages such as debian/a');
  });
});

describe('epochs', () => {
  it.each<[string, string, MatchOutcome]>([
    ['NetworkManager@1.40.0-1.el8', '1:1.32.10-4.el8', 'undetermined'],
    ['NetworkManager@1.30.0-1.el8', '1:1.32.10-4.el8', 'affected'],
    ['NetworkManager@1.30.0-1.el8?epoch=1', '1.32.10-4.el8', 'undetermined'],
    ['NetworkManager@1.40.0-1.el8?epoch=1', '1.32.10-4.el8', 'not-affected'],
    ['NetworkManager@1.40.0-1.el8', '0:1.32.10-4.el8', 'not-affected'],
    ['NetworkManager@1.40.0-1.el8?epoch=0', '1:1.32.10-4.el8', 'affected'],
  ])('%s, fixed in %s: %s', (written, fix, outcome) => {
    const [name = '', epoch] = written.split('?');
    const purl = `pkg:rpm/redhat/${name}?distro=rhel-8${epoch === undefined ? '' : `&${epoch}`}`;
    expect(answerOf(purl, RHEL, 'NetworkManager', fix).outcome).toBe(outcome);
  });

  it.each<[string, string[], MatchOutcome]>([
    ['1.0-1', ['1:1.0-1'], 'undetermined'],
    ['1:1.0-1', ['1:1.0-1'], 'affected'],
    ['1.0-1', ['1.0-1', '1:2.0-1'], 'affected'],
    ['2.0-1', ['1.0-1', '1:2.0-1'], 'undetermined'],
    ['3.0-1', ['1.0-1', '1:2.0-1'], 'not-affected'],
  ])('%s, where the record lists %s: %s', (version, versions, outcome) => {
    const affected = [{ package: { ecosystem: 'Debian:12', name: 'a' }, versions }];
    const [found] = readAdvisories('a.json', Buffer.from(JSON.stringify({ id: 'TEST-1', affected }))).findings;
    const subject = subjectOf(`pkg:deb/debian/a@${version}?distro=debian-12`);
    if (found?.type !== 'advisory' || 'problem' in subject) throw new Error('The test names no record or no package.');
    expect(matchAdvisory(subject, found.advisory).outcome).toBe(outcome);
  });

  it('the source of a package has its epoch', () => {
    const purl = 'pkg:rpm/redhat/bind-libs@9.11-3.el8?distro=rhel-8&epoch=32&upstream=bind-9.11-3.el8.src.rpm';
    expect(answerOf(purl, RHEL, 'bind', '32:9.11-2.el8').outcome).toBe('not-affected');
  });
});

describe('spellings of distributions and releases', () => {
  it.each([
    ['pkg:rpm/cbl-mariner/a@1?distro=cbl-mariner-2.0.20240123', 'azurelinux/a', '2'],
    ['pkg:rpm/mariner/a@1?distro=mariner-2.0', 'azurelinux/a', '2'],
    ['pkg:rpm/azurelinux/a@1?distro=azurelinux-3.0', 'azurelinux/a', '3'],
    ['pkg:rpm/amazon/a@1?distro=amazon-AMI%20release%202018.03', 'amzn/a', '2018'],
    ['pkg:rpm/amazon/a@1?distro=amazon-2%20(Karoo)', 'amzn/a', '2'],
    ['pkg:rpm/amazonlinux/a@1?distro=amazon-2023.6.20241212%20(Amazon%20Linux)', 'amzn/a', '2023'],
    ['pkg:rpm/amzn/a@1?distro=amzn-2', 'amzn/a', '2'],
    ['pkg:rpm/rhel/a@1?distro=rhel-9.4', 'redhat/a', '9'],
    ['pkg:rpm/redhat/a@1?distro=redhat-9.4', 'redhat/a', '9'],
    ['pkg:rpm/centos/a@1?distro=centos-7.9.2009', 'redhat/a', '7'],
    ['pkg:rpm/alma/a@1?distro=alma-9.2', 'almalinux/a', '9'],
    ['pkg:rpm/rocky/a@1?distro=rocky-9.2', 'rocky/a', '9'],
    ['pkg:rpm/oracle/a@1?distro=oracle-8.5', 'oracle/a', '8'],
    ['pkg:rpm/ol/a@1?distro=ol-8.5', 'oracle/a', '8'],
    ['pkg:rpm/sles/a@1?distro=sles-15.5', 'suse/a', '15.5'],
    ['pkg:rpm/suse/a@1?distro=suse%20linux%20enterprise%20server-15.5', 'suse/a', '15.5'],
    ['pkg:rpm/opensuse/a@1?distro=opensuse.leap-15.4', 'opensuse/a', '15.4'],
    ['pkg:rpm/opensuse-leap/a@1?distro=opensuse-leap-15.4', 'opensuse/a', '15.4'],
    ['pkg:apk/wolfi/a@1?distro=wolfi-20230201', 'wolfi/a', '20230201'],
    ['pkg:apk/alpine/a@1?distro=3.18.4', 'alpine/a', '3.18'],
    ['pkg:deb/ubuntu/a@1?distro=ubuntu-22.04', 'ubuntu/a', '22.04'],
    ['pkg:deb/debian/a@1?distro=debian-unstable', 'debian/a', 'sid'],
  ])('%s', (purl, name, release) => expect(subjectOf(purl)).toMatchObject({ name, release }));
});
