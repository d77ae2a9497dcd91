import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { faultsOfSbom } from '../../../test/sbom/sbom-faults.ts';
import { signDsse, signJsf } from '../../sbom/index.ts';
import { runCommand } from '../index.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-sbom-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function run(...argv: string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const shown = Promise.all([text(stdout), text(stderr)]);
  const code = await runCommand(['sbom', ...argv], { stdout, stderr, sourceDate: '1700000000' });
  stdout.end();
  stderr.end();
  const [out, err] = await shown;
  return { code, out, err };
}

const file = (name: string, content: string) => {
  writeFileSync(join(root, name), content, 'latin1');
  return join(root, name);
};
const source = join(root, 'source');
mkdirSync(source);
writeFileSync(
  join(source, 'package.json'),
  '{"name": "demo", "version": "1.2.3", "license": "MIT", "dependencies": {"left-pad": "1.3.0"}}',
);
writeFileSync(join(source, 'LICENSE'), 'MIT License\n\nCopyright 2020 Jane Doe\n\nPermission is hereby granted.\n');

describe('export', () => {
  it('writes the same bytes each time, with the text and statements of the package', async () => {
    const [one, two] = [
      await run('export', source, '--format', 'spdx-2.3'),
      await run('export', source, '--format', 'spdx-2.3'),
    ];
    expect([one.code, one.out]).toEqual([0, two.out]);
    const document = JSON.parse(one.out);
    expect(faultsOfSbom(document)).toEqual([]);
    const demo = document.packages.find(({ name }: { name: string }) => name === 'demo');
    expect(demo).toMatchObject({ copyrightText: 'Copyright 2020 Jane Doe', licenseDeclared: 'MIT' });
    expect(JSON.stringify(document.hasExtractedLicensingInfos)).toContain('Permission is hereby granted.');
    expect(document.creationInfo.created).toBe('2023-11-14T22:13:20Z');
  }, 60_000);
});

describe('fill', () => {
  const bom = file(
    'lacks.cdx.json',
    JSON.stringify({
      ...{ bomFormat: 'CycloneDX', specVersion: '1.6', version: 3, signature: { algorithm: 'x' } },
      components: [
        { 'bom-ref': 'a', type: 'library', name: 'a', version: '1', purl: 'pkg:npm/a@1', copyright: 'mine' },
        { 'bom-ref': 'b', type: 'library', name: 'b', version: '2', licenses: [{ license: { id: 'ISC' } }] },
        { 'bom-ref': 'c', type: 'library', name: 'c', version: '3' },
      ],
    }),
  );
  const knows = (name: string, license: string) => ({
    ...{
      type: 'library',
      name,
      version: name === 'a' ? '1' : '2',
      purl: `pkg:npm/${name}@${name === 'a' ? '1' : '2'}`,
    },
    ...{ licenses: [{ license: { id: license } }], supplier: { name: 'Acme' }, copyright: 'Copyright Acme' },
    hashes: [{ alg: 'SHA-256', content: 'ab'.repeat(32) }],
  });
  const other = (name: string, ...components: object[]) =>
    file(name, JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components }));
  const library = other('library.cdx.json', knows('a', 'MIT'), knows('b', 'MIT'));

  it('adds what is missing with its source, and changes nothing that is there', async () => {
    const { code, out, err } = await run('fill', bom, library);
    expect(code).toBe(0);
    const document = JSON.parse(out);
    expect(document).toMatchObject({ version: 4 });
    expect(document).not.toHaveProperty('signature');
    const hashes = [{ alg: 'SHA-256', content: 'ab'.repeat(32) }];
    const [a, b, c] = document.components;
    expect(a).toMatchObject({
      copyright: 'mine',
      licenses: [{ expression: 'MIT' }],
      supplier: { name: 'Acme' },
      hashes,
    });
    expect(a.properties).toEqual(
      ['licenses', 'supplier', 'hashes'].map((field) => ({ name: `assay:filled:${field}`, value: 'library.cdx.json' })),
    );
    expect(b).toMatchObject({
      purl: 'pkg:npm/b@2',
      licenses: [{ license: { id: 'ISC' } }],
      copyright: 'Copyright Acme',
    });
    expect(c).toEqual({ 'bom-ref': 'c', type: 'library', name: 'c', version: '3' });
    expect(faultsOfSbom(document)).toEqual([]);
    expect(err).toContain('Filled in 7 fields of 2 components: licenses 1, supplier 2, hashes 2, purl 1, copyright 1.');
    expect(err).toContain('The signature of the document was left out');
  });

  it('leaves out what sources do not agree on, and SPDX tells its sources in annotations', async () => {
    const rival = other('rival.cdx.json', knows('a', 'ISC'));
    const spdx = await run('export', source, '--format', 'spdx-2.3');
    const lacking = JSON.parse(spdx.out);
    lacking.packages = [
      {
        SPDXID: 'SPDXRef-a',
        name: 'a',
        versionInfo: '1',
        downloadLocation: 'NOASSERTION',
        licenseDeclared: 'NOASSERTION',
      },
    ];
    lacking.relationships = [];
    const path = file('lacks.spdx.json', JSON.stringify(lacking));
    const { out } = await run('fill', path, library, rival);
    const document = JSON.parse(out);
    const [one] = document.packages;
    expect(one).toMatchObject({
      licenseDeclared: 'NOASSERTION',
      supplier: 'Organization: Acme',
      copyrightText: 'Copyright Acme',
    });
    expect(one.annotations[0].comment).toBe(
      'Filled in: externalRefs from library.cdx.json; supplier from library.cdx.json; checksums from library.cdx.json; copyrightText from library.cdx.json.',
    );
    expect(document.documentNamespace).toMatch(/-filled-/);
    expect(faultsOfSbom(document)).toEqual([]);
    expect((await run('fill', path, library, rival)).out).toBe(out);
  });

  it('2 without a source, and for what is no SBOM', async () => {
    expect((await run('fill', bom)).code).toBe(2);
    expect((await run('fill', file('x.txt', 'x'), library)).code).toBe(2);
  });
});

describe('check', () => {
  const bom = file(
    'a.cdx.json',
    '{"bomFormat":"CycloneDX","specVersion":"1.6","components":[{"type":"library","name":"a","version":""}]}',
  );

  it('lists what is not met, and what to do', async () => {
    const { code, out } = await run('check', bom, '--standard', 'ntia-2021');
    expect(code).toBe(0);
    expect(out).toContain('NTIA minimum elements July 2021: 14.2 of 100');
    expect(out).toContain('a has no version.');
    expect(out).toContain('To fix: State the version of the component.');
  });

  it('3 when the score is too low', async () => {
    const { code, err } = await run('check', bom, '--fail-under', '90', '--standard', 'bsi-2.1', '--format', 'json');
    expect([code, err]).toEqual([3, expect.stringMatching(/below 90: BSI TR-03183-2 2\.1\.0/)]);
  });

  it.each([
    [['check'], /Name the SBOM to check/],
    [['check', 'nothing.json'], /There is no file nothing\.json/],
    [['check', bom, '--standard', 'x'], /--standard must be one of/],
    [['check', bom, '--fail-under', '101'], /from 0 to 100/],
    [['check', file('broken.json', '{')], /is not valid JSON: it may be cut off/],
    [['check', file('other.json', '{}')], /other\.json/],
    [['diff', bom], /Name two/],
    [['verify', bom], /--key must name/],
    [['verify', bom, '--key', bom], /is no public key/],
    [['wrong'], /there is no command "wrong"/],
  ])('2 for %j', async (argv, sentence) => {
    const { code, err } = await run(...argv);
    expect([code, err]).toEqual([2, expect.stringMatching(sentence)]);
  });
});

describe('diff', () => {
  const bom = (version: string) =>
    file(
      `${version}.json`,
      JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components: [{ name: 'a', version }] }),
    );

  it('0 for the same, 3 for a difference', async () => {
    expect(await run('diff', bom('1'), bom('1'))).toMatchObject({ code: 0, out: 'No difference.\n' });
    expect(await run('diff', bom('1'), bom('2'))).toMatchObject({ code: 3, out: '~ a: version 1 -> 2\n' });
  });

  it('reads every form of a document, whatever its name', async () => {
    const yaml = (version: string) =>
      file(
        `${version}.yaml`,
        `bomFormat: CycloneDX\nspecVersion: "1.6"\ncomponents:\n  - name: a\n    version: "${version}"\n`,
      );
    expect(await run('diff', yaml('1'), yaml('2'))).toMatchObject({ code: 3, out: '~ a: version 1 -> 2\n' });
    const tags = file('sbom.txt', 'SPDXVersion: SPDX-2.3\nPackageName: a\nPackageVersion: 1\n');
    expect(await run('diff', tags, bom('2'))).toMatchObject({ code: 3, out: '~ a: version 1 -> 2\n' });
  });

  it('2 for what is not understood, which never looks like no difference', async () => {
    const lines = file('all.intoto.jsonl', '{"payloadType":"x"}\n{"payloadType":"y"}\n');
    const packed = file('bom.json.gz', gzipSync(readFileSync(bom('1'))).toString('latin1'));
    const notes = file('notes.txt', 'nothing');
    const empty = join(root, 'empty');
    mkdirSync(empty);
    for (const path of [lines, notes, packed, empty])
      expect([path, (await run('diff', path, path)).code]).toEqual([path, 2]);
  }, 60_000);

  it('compares a folder with an SBOM of it', async () => {
    const { out } = await run('export', source, '--format', 'spdx-3.0.1');
    const differing = await run('diff', source, file('source.json', out));
    expect(differing).toMatchObject({ code: 0, out: 'No difference.\n' });
  }, 60_000);
});

describe('diff of a server', () => {
  const asked: string[] = [];
  const rows = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...{ kind: 'UPGRADED', component: `pkg:npm/p${at}`, before: ['1'], after: ['2'], vulnerability: '', why: '' },
    }));
  /** Answers as Assay does: projects 1 and 2 differ in 1,001 rows, project 1 in nothing from itself. */
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    asked.push(`${url.pathname}${url.search}`);
    const projects = [{ id: 2, name: 'Shop 2' }];
    const all = url.searchParams.get('with') === 'project:1' ? [] : rows(1001);
    const from = (Number(url.searchParams.get('offset')) - 1) * 1000;
    const found = { data: all.slice(from, from + 1000), before: {}, after: {}, counts: {} };
    const isAllowed = request.headers.authorization === 'Bearer secret';
    response.writeHead(isAllowed ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(url.pathname === '/api/projects' ? { data: projects } : found));
  });
  afterAll(() => server.close());

  async function ofServer(...argv: string[]) {
    if (!server.listening) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return run('diff', ...argv, '--server', address, '--token-file', file('token', 'secret'));
  }

  it('3 with all pages of two projects, by id and by name; 0 for the same', async () => {
    const differing = await ofServer('1', 'Shop 2', '--published');
    expect([differing.code, differing.out.trim().split('\n').length]).toEqual([3, 1001]);
    expect(differing.out).toContain('~ pkg:npm/p1000: version 1 -> 2\n');
    expect(asked).toContain('/api/projects/1/difference?with=project:2&published=true&limit=1000&offset=2');
    expect(await ofServer('1', '1')).toMatchObject({ code: 0, out: 'No difference.\n' });
    const json = await ofServer('1', 'sbom:7', '--format', 'json');
    expect([json.code, JSON.parse(json.out).rows.length]).toEqual([3, 1001]);
  });

  it('2 for a project that is not there, and for options of a server without one', async () => {
    expect(await ofServer('1', 'Nothing')).toMatchObject({
      code: 2,
      err: expect.stringContaining('no project Nothing'),
    });
    expect(await run('diff', 'a', 'b', '--published')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--server'),
    });
  });
});

describe('verify', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = file('key.pem', publicKey.export({ type: 'spki', format: 'pem' }).toString());
  const document = { bomFormat: 'CycloneDX', specVersion: '1.6' };

  it('0 for a signature that holds, 3 for none or a wrong one', async () => {
    const jsf = file('jsf.json', JSON.stringify(signJsf(document, privateKey)));
    const dsse = file('dsse.json', JSON.stringify(signDsse(Buffer.from('{}'), 'x', privateKey)));
    const changed = file('changed.json', readFileSync(jsf, 'utf8').replace('1.6', '1.7'));
    const codes = await Promise.all(
      [jsf, dsse, changed, file('plain.json', '{}')].map((path) => run('verify', path, '--key', key)),
    );
    expect(codes.map(({ code }) => code)).toEqual([0, 0, 3, 3]);
    expect(codes[3]!.err).toContain('is not signed');
  });
});
