// Documents of CycloneDX that name each other's elements by BOM-Links.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeTar } from '../../../../test/archives/archive-builders.ts';
import { readSbomFile } from '../files.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-bom-links-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SHOP = 'aaaaaaaa-0000-4000-8000-000000000001';
const VEX = 'aaaaaaaa-0000-4000-8000-000000000002';
const GONE = 'aaaaaaaa-0000-4000-8000-000000000003';

const bom = (uuid: string, more: object) => ({
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber: `urn:uuid:${uuid}`, version: 1 },
  ...more,
});
const shop = (more: object = {}) =>
  bom(SHOP, {
    metadata: { component: { type: 'application', 'bom-ref': 'shop', name: 'shop', version: '2' } },
    components: [
      { type: 'library', 'bom-ref': 'a b', name: 'a', version: '1', purl: 'pkg:npm/a@1' },
      { type: 'library', 'bom-ref': 'c', name: 'c', version: '3', purl: 'pkg:npm/c@3' },
    ],
    ...more,
  });
const vulnerability = (...refs: string[]) => ({
  ...{ id: 'CVE-2026-1', analysis: { state: 'not_affected', justification: 'code_not_reachable' } },
  affects: refs.map((ref) => ({ ref })),
});

async function read(documents: Record<string, object>) {
  const names = Object.keys(documents);
  const file = join(folder, 'sent');
  const texts = names.map((name) => ({ name, body: JSON.stringify(documents[name]) }));
  writeFileSync(file, names.length === 1 ? (texts[0]?.body ?? '') : makeTar(texts));
  const name = names.length === 1 ? (names[0] ?? '') : 'all.tar';
  return (await readSbomFile(file, { name, temporaryFolder: folder, isStrict: true })).sboms.map(({ sbom }) => {
    const nameOf = new Map(sbom.parts.map(({ ref, name }) => [ref, name]));
    for (const ref of sbom.subject.refs) nameOf.set(ref, sbom.subject.name);
    const told = sbom.issues.map(({ place, message }) => `${place}: ${message}`);
    const named = (ref: string) => nameOf.get(ref) ?? ref;
    return {
      ...{ subject: sbom.subject.name, parts: sbom.parts.map(({ name }) => name), told },
      analyses: sbom.analyses.map(({ refs }) => refs.map(named)),
      edges: sbom.edges.map(({ from, to }) => [named(from), named(to)]),
    };
  });
}

it('a document of vulnerabilities decides on the components of the SBOM that it names', async () => {
  const refs = [`urn:cdx:${SHOP}/1#a%20b`, `urn:cdx:${SHOP.toUpperCase()}/1#shop`, 'pkg:npm/c@3'];
  const documents = { 'a-vex.cdx.json': bom(VEX, { vulnerabilities: [vulnerability(...refs)] }), 'shop.cdx.json': shop() }; // biome-ignore format: one claim
  expect(await read(documents)).toEqual([
    { subject: 'shop', parts: ['a', 'c'], told: [], analyses: [['a', 'shop', 'pkg:npm/c@3']], edges: [] },
  ]);
});

it('a dependency leads into another document', async () => {
  const dependencies = [{ ref: 'c', dependsOn: [`urn:cdx:${GONE}/1#d`] }];
  const components = [{ type: 'library', 'bom-ref': 'd', name: 'd', version: '4', purl: 'pkg:npm/d@4' }];
  const [together, ...others] = await read({
    'shop.json': shop({ dependencies }),
    'd.json': bom(GONE, { components }),
  });
  expect([together, others]).toEqual([
    { subject: 'shop', parts: ['a', 'c', 'd'], told: [], analyses: [], edges: [['c', 'd']] },
    [],
  ]);
  const [alone] = await read({ 'shop.json': shop({ dependencies }) });
  expect(alone?.told).toEqual([
    `relationships: 1 relationships name elements of the document "urn:cdx:${GONE}/1", which was not sent along.`,
  ]);
});

it('an element of a document that is not there is not the one of this document that is called so', async () => {
  const vulnerabilities = [vulnerability(`urn:cdx:${GONE}/1#c`, `urn:cdx:${SHOP}/2#c`)];
  const [alone] = await read({ 'shop.json': shop({ vulnerabilities }) });
  expect(alone?.analyses).toEqual([[`urn:cdx:${GONE}/1#c`, `urn:cdx:${SHOP}/2#c`]]);
  expect(alone?.told).toEqual([
    `vulnerabilities: 1 vulnerabilities name elements of the document "urn:cdx:${GONE}/1", which was not sent along.`,
    `vulnerabilities: 1 vulnerabilities name elements of the document "urn:cdx:${SHOP}/2", which was not sent along; "urn:cdx:${SHOP}/1" was.`,
  ]);
});

it('a document names its own elements by links too, and a broken one stays what it is', async () => {
  const vulnerabilities = [vulnerability(`urn:cdx:${SHOP}/1#c`, `urn:cdx:${SHOP}/1#%zz`, 'urn:cdx:1/1#c')];
  const [alone] = await read({ 'shop.json': shop({ vulnerabilities }) });
  expect(alone?.analyses).toEqual([['c', '%zz', 'urn:cdx:1/1#c']]);
});
