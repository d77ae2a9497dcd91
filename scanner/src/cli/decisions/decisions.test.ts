// A check that takes decisions over: what a supplier or people have closed does not fail it, what has ended does, and only what is new counts beside a
// baseline. Each test runs the command.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runScan } from '../run-scan.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-decisions-'));
  mkdirSync(join(root, 'advisories'));
  packages({ bad: '1.0.0', worse: '1.0.0', fine: '1.0.0' });
  advisory('GHSA-bad', 'bad', ['CVE-2026-1']);
  advisory('GHSA-worse', 'worse', ['CVE-2026-2']);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const at = (path: string) => join(root, path);

function write(path: string, content: object | string): string {
  writeFileSync(at(path), typeof content === 'string' ? content : JSON.stringify(content));
  return at(path);
}

/** An SBOM, which is read much sooner than a folder is scanned. */
function packages(all: Record<string, string>): void {
  const components = Object.entries(all).map(([name, version]) => {
    const purl = `pkg:npm/${name}@${version}`;
    return { type: 'library', 'bom-ref': purl, name, version, purl };
  });
  write('bom.json', { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components });
}

function folder(): void {
  mkdirSync(at('tree'));
  write('tree/package-lock.json', {
    name: 'demo',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: { '': { name: 'demo', version: '1.0.0' }, 'node_modules/bad': { version: '1.0.0' } },
  });
}

function advisory(id: string, name: string, aliases: string[]): void {
  write(`advisories/${id}.json`, {
    schema_version: '1',
    id,
    aliases,
    modified: new Date().toISOString(),
    summary: `About ${name}`,
    affected: [
      {
        package: { ecosystem: 'npm', name },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '9.0.0' }] }],
      },
    ],
    severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
  });
}

const check = (...options: string[]) => checkOf('bom.json', ...options);

const checkOf = (source: string, ...options: string[]) =>
  runScan(at(source), '--advisories', at('advisories'), '--fail-on', 'high', ...options);

const json = async (...options: string[]) => JSON.parse((await check('--format', 'json', ...options)).out);

interface Statement {
  vulnerability: string;
  product: string;
  status?: string;
  at?: string;
}

const openVex = (...statements: Statement[]) => ({
  '@context': 'https://openvex.dev/ns/v0.2.0',
  '@id': 'https://example.org/vex/1',
  author: 'Example Inc.',
  timestamp: '2026-01-01T00:00:00Z',
  version: 1,
  statements: statements.map(({ vulnerability, product, status = 'not_affected', at: timestamp }) => ({
    vulnerability: { name: vulnerability },
    products: [{ '@id': product }],
    status,
    ...(status === 'not_affected' ? { justification: 'vulnerable_code_not_in_execute_path' } : {}),
    ...(timestamp === undefined ? {} : { timestamp }),
  })),
});

const BOTH = openVex(
  { vulnerability: 'CVE-2026-1', product: 'pkg:npm/bad@1.0.0' },
  { vulnerability: 'GHSA-worse', product: 'pkg:npm/worse' },
);

const entry = (more: Record<string, string>) =>
  ['ignore:', ...Object.entries(more).map(([name, value], n) => `  ${n === 0 ? '-' : ' '} ${name}: ${value}`), ''].join(
    '\n',
  );
const GOOD = {
  vulnerability: 'CVE-2026-1',
  package: 'pkg:npm/bad',
  reason: 'We never call it.',
  expires: '2999-12-31',
};

it('without decisions the check fails', async () => {
  expect((await check()).code).toBe(3);
});

describe('--vex', () => {
  it('closes what the supplier excludes, and shows it with the statement', async () => {
    const vex = write('vendor.json', BOTH);
    const { code, out } = await check('--vex', vex);
    expect(code).toBe(0);
    expect(out).toContain('not affected (vendor.json, statements[0]: code not reachable)');
    expect(out).toContain('2 vulnerabilities do not count: 2 by vendor.json.');
    expect(out).toContain('3 packages: 0 affected, 0 undetermined, 2 decided, 0 not compared');
    expect(out).not.toContain('No known vulnerability');
  });

  it.each([
    ['another version', { vulnerability: 'CVE-2026-1', product: 'pkg:npm/bad@2.0.0' }],
    ['another package', { vulnerability: 'CVE-2026-1', product: 'pkg:npm/worse@1.0.0' }],
    ['another vulnerability', { vulnerability: 'CVE-2026-99', product: 'pkg:npm/bad@1.0.0' }],
  ])('a statement about %s closes nothing, and this is told', async (_what, statement) => {
    const { code, err } = await check('--vex', write('vendor.json', openVex(statement)));
    expect(code).toBe(3);
    expect(err).toContain('vendor.json says nothing about what was found.');
  });

  it.each(['affected', 'under_investigation'])('the status %s goes on counting', async (status) => {
    const vex = write('vendor.json', openVex({ vulnerability: 'CVE-2026-1', product: 'pkg:npm/bad', status }));
    const document = await json('--vex', vex);
    expect(document.vulnerabilities.find(({ name }: { name: string }) => name === 'CVE-2026-1').isOpen).toBe(true);
  });

  it('the youngest statement counts, whatever the order of the files', async () => {
    const [product, vulnerability] = ['pkg:npm/bad', 'CVE-2026-1'];
    const old = write('old.json', openVex({ vulnerability, product, at: '2025-01-01T00:00:00Z' }));
    const young = write(
      'young.json',
      openVex({ vulnerability, product, status: 'affected', at: '2026-06-01T00:00:00Z' }),
    );
    for (const files of [`${old},${young}`, `${young},${old}`]) {
      const document = await json('--vex', files);
      const found = document.vulnerabilities.find(({ name }: { name: string }) => name === vulnerability);
      expect(found).toMatchObject({ isOpen: true, decision: { state: 'EXPLOITABLE', source: 'young.json' } });
    }
  });

  it('a statement about parts of a product counts for the product that --product names', async () => {
    const document = openVex({ vulnerability: 'CVE-2026-1', product: 'pkg:oci/shop@1' });
    document.statements[0]!.products = [
      { '@id': 'pkg:oci/shop@1', subcomponents: [{ '@id': 'pkg:npm/bad@1.0.0' }] } as { '@id': string },
    ];
    const vex = write('vendor.json', document);
    const openOf = async (...options: string[]) =>
      (await json('--vex', vex, ...options)).vulnerabilities.filter(({ isOpen }: { isOpen: boolean }) => isOpen).length;
    expect(await openOf()).toBe(2);
    expect(await openOf('--product', 'pkg:oci/shop@1')).toBe(1);
    expect(await openOf('--product', 'pkg:oci/shop@2')).toBe(2);
  });

  it.each([
    ['no file', undefined, '--vex must name a file; there is none at'],
    ['no JSON', 'not_affected', 'must be JSON'],
    ['an SBOM of SPDX', { spdxVersion: 'SPDX-2.3' }, 'has no format of VEX that Assay reads'],
    ['no statement', openVex(), 'holds no statement that names a vulnerability and a package'],
  ])('%s ends the check with 2', async (_what, content, sentence) => {
    const path = content === undefined ? at('absent.json') : write('vendor.json', content);
    const { code, err } = await check('--vex', path);
    expect(code).toBe(2);
    expect(err).toContain(sentence);
  });
});

describe('the ignore file', () => {
  it('of the folder is used, and this is told', async () => {
    folder();
    write('tree/.assay-ignore.yaml', entry(GOOD));
    const { code, out, err } = await checkOf('tree');
    expect(code).toBe(0);
    expect(err).toContain('.assay-ignore.yaml of the source decides: 1 entry');
    expect(out).toContain('not affected (.assay-ignore.yaml, line 2: We never call it.)');
    expect((await checkOf('tree', '--ignore', 'none')).code).toBe(3);
    expect(readFileSync(at('tree/.assay-ignore.yaml'), 'utf8')).toBe(entry(GOOD));
  });

  it('an entry that has ended fails the check with its sentence, even where --fail-on does not', async () => {
    const path = write('own.yaml', entry({ ...GOOD, expires: '2026-01-31' }));
    const { code, err } = await check('--ignore', path, '--fail-on', 'kev');
    expect(code).toBe(3);
    expect(err).toContain(
      'failed: the decision on CVE-2026-1 in pkg:npm/bad@1.0.0 (own.yaml, line 2) held until 2026-01-31: decide again',
    );
  });

  it('its last day still counts', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const document = await json('--ignore', write('own.yaml', entry({ ...GOOD, expires: today })));
    expect(document.counts.decided).toBe(1);
  });

  it('an entry that concerns nothing is named', async () => {
    const path = write('own.yaml', entry({ ...GOOD, package: 'pkg:npm/bad@7.0.0' }));
    expect((await check('--ignore', path)).err).toContain('own.yaml, line 2 concerns nothing that was found');
  });

  it("counts before a supplier's statement, and the conflict is shown", async () => {
    const vex = write(
      'vendor.json',
      openVex({ vulnerability: 'CVE-2026-1', product: 'pkg:npm/bad', status: 'affected' }),
    );
    const { err, out } = await check('--vex', vex, '--ignore', write('own.yaml', entry(GOOD)));
    expect(err).toContain(
      'own.yaml, line 2 says not affected, vendor.json, statements[0] says exploitable; the first counts',
    );
    expect(out).toContain('1 vulnerability does not count: 1 by own.yaml.');
  });

  it.each([
    ['no reason', entry({ ...GOOD, reason: '""' }), 'line 2: "reason" is missing'],
    ['no end', entry({ vulnerability: 'CVE-1', reason: 'x' }), 'line 2: "expires" is missing'],
    [
      'a day that does not exist',
      entry({ ...GOOD, expires: '2026-02-30' }),
      '"expires" is "2026-02-30", but must be a day',
    ],
    ['no vulnerability', entry({ reason: 'x', expires: '2027-01-01' }), '"vulnerability" is missing'],
    ['an unknown member', entry({ ...GOOD, until: '2027-01-01' }), '"until" is unknown; an entry has vulnerability'],
    ['an open state', entry({ ...GOOD, state: 'exploitable' }), '"state" must be one of resolved'],
    ['a wrong justification', entry({ ...GOOD, justification: 'lazy' }), '"justification" must be one of'],
    ['a name for a package', entry({ ...GOOD, package: 'lodash' }), '"package" is "lodash", but must be a package URL'],
    ['another list', 'ignored: []', '"ignored" is unknown'],
    ['a list alone', '- x', 'the file must be a map'],
    ['a text as list', 'ignore: all', '"ignore" must be a list'],
    ['a text as entry', 'ignore: [all]', 'each entry of "ignore" must be a map'],
    ['a map as reason', 'ignore:\n  - vulnerability: CVE-1\n    reason: {a: b}', '"reason" must be a text'],
    ['broken YAML', 'ignore: [', 'own.yaml, line 1'],
  ])('%s ends the check with 2', async (_what, text, sentence) => {
    const { code, err } = await check('--ignore', write('own.yaml', text));
    expect(err).toContain(sentence);
    expect(code).toBe(2);
  });

  it('a link out of the folder is not followed', async () => {
    folder();
    symlinkSync(write('own.yaml', entry(GOOD)), at('tree/.assay-ignore.yaml'));
    const { code, err } = await checkOf('tree');
    expect(code).toBe(2);
    expect(err).toContain('.assay-ignore.yaml is no file');
  });
});

describe('--baseline', () => {
  it.each(['json', 'cyclonedx'])('of an earlier result in %s: only what is new counts', async (format) => {
    await check('--format', format, '--out', at('before.json'));
    const same = await check('--baseline', at('before.json'));
    expect(same.code).toBe(0);
    expect(same.out).toContain('2 vulnerabilities do not count: 2 known before (before.json).');
    advisory('GHSA-new', 'fine', ['CVE-2026-3']);
    const more = await check('--baseline', at('before.json'));
    expect(more.code).toBe(3);
    expect(more.err).toContain('high: 1 (CVE-2026-3 in pkg:npm/fine@1.0.0)');
  });

  it('another version of a package has the same vulnerability, and another package a new one', async () => {
    await check('--format', 'json', '--out', at('before.json'));
    packages({ bad: '1.1.0', other: '1.0.0' });
    advisory('GHSA-other', 'other', ['CVE-2026-1']);
    const { err } = await check('--baseline', at('before.json'));
    expect(err).toContain('CVE-2026-1 in pkg:npm/other@1.0.0');
    expect(err).toContain('high: 1 (');
  });

  it.each([
    [
      'an SBOM that no check wrote',
      { bomFormat: 'CycloneDX', specVersion: '1.6', components: [] },
      'is no result of a check',
    ],
    ['another JSON', { vulnerabilities: [] }, 'is no result of a check'],
    ['no JSON', 'SEVERITY SCORE', 'is no JSON'],
  ])('%s ends the check with 2', async (_what, content, sentence) => {
    const { code, err } = await check('--baseline', write('before.json', content));
    expect(code).toBe(2);
    expect(err).toContain(sentence);
  });
});

describe('the formats', () => {
  it('CycloneDX gives each decision as an analysis of its own', async () => {
    packages({ bad: '1.0.0', worse: '1.0.0' });
    advisory('GHSA-worse', 'worse', ['CVE-2026-1']);
    const vex = write('vendor.json', openVex({ vulnerability: 'CVE-2026-1', product: 'pkg:npm/bad' }));
    const { out } = await check('--vex', vex, '--format', 'cyclonedx');
    const all = JSON.parse(out).vulnerabilities;
    const references = all.map((one: Record<string, unknown>) => one['bom-ref']);
    expect(new Set(references).size).toBe(all.length);
    expect(all.filter((one: { analysis?: object }) => one.analysis)).toMatchObject([
      {
        id: 'CVE-2026-1',
        analysis: { state: 'not_affected', justification: 'code_not_reachable' },
        affects: [{ ref: 'pkg:npm/bad@1.0.0' }],
      },
    ]);
  });

  it('SARIF suppresses what is decided, and tells what is new', async () => {
    await check('--format', 'json', '--out', at('before.json'));
    const vex = write('vendor.json', openVex({ vulnerability: 'CVE-2026-1', product: 'pkg:npm/bad' }));
    const { out } = await check('--vex', vex, '--baseline', at('before.json'), '--format', 'sarif');
    const [bad, worse] = JSON.parse(out).runs[0].results;
    expect(bad).toMatchObject({ baselineState: 'unchanged', suppressions: [{ kind: 'external', status: 'accepted' }] });
    expect(worse.suppressions).toBeUndefined();
  });
});

it.each(['--vex', '--ignore', '--baseline', '--product'])('%s needs --advisories', async (option) => {
  const { code, err } = await runScan(at('bom.json'), option, 'x');
  expect(code).toBe(2);
  expect(err).toContain(`${option} needs --advisories.`);
});
