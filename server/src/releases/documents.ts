// The documents of a release. They are made of what is frozen alone, so that they can be made again with the same bytes.
import { type SbomWriter, sbomWriter } from '@assay/scanner/sbom';
import type { FileOut, ReportDocument } from '../documents/document.ts';
import { html } from '../documents/html/index.ts';
import { jsonDocument } from '../documents/json.ts';
import { text } from '../documents/text/index.ts';
import { audit } from '../reports/audit/index.ts';
import { notices, sourceOffer } from '../reports/notices/index.ts';
import { sbomSource } from '../reports/sbom-source.ts';
import { vulnerabilities } from '../reports/vulnerabilities/index.ts';
import { type Frozen, frozenSource } from './frozen.ts';

const SBOMS = [
  ['sbom/sbom.cdx.json', 'cyclonedx-1.6'],
  ['sbom/sbom.spdx.json', 'spdx-2.3'],
] as const;

/** Read the content of each before asking for the next. */
export async function* releaseDocuments(frozen: Frozen): AsyncGenerator<FileOut> {
  const { release, at, origin, head } = frozen;
  const about = { release, frozenAt: at, origin, project: head.project, advisories: head.advisories };
  yield { name: 'release.json', content: jsonDocument(about, []) };
  yield {
    name: 'inventory.json',
    content: jsonDocument({ release }, [
      ['inventoryItems', frozen.rows('inventoryItems')],
      ['links', frozen.rows('links')],
    ]),
  };
  yield { name: 'decisions.json', content: jsonDocument({ release }, [['decisions', frozen.rows('decisions')]]) };
  for (const [name, format] of SBOMS) yield { name, content: sbom(frozen, sbomWriter(format)) };
  yield* vex(frozen);
  yield* noticesOf(frozen);
  yield* auditOf(frozen);
}

async function* sbom(frozen: Frozen, writer: SbomWriter): AsyncGenerator<string | Uint8Array> {
  yield* writer.write(await sbomSource(frozenSource(frozen, 'SBOM', {})));
}

async function* vex(frozen: Frozen): AsyncGenerator<FileOut> {
  for await (const file of vulnerabilities.files?.(frozenSource(frozen, 'Vulnerabilities', {})) ?? [])
    yield { ...file, name: `vex/${file.name}` };
}

async function* noticesOf(frozen: Frozen): AsyncGenerator<FileOut> {
  const { offerContact } = frozen;
  const shipped = frozenSource(frozen, 'Notices', { ...{ check: 'apart', includeSource: 'yes' }, offerContact });
  yield* pages(notices.document?.(shipped), 'notices/notices');
  for await (const file of notices.files?.(shipped) ?? []) yield { ...file, name: `notices/${file.name}` };
  yield* pages(sourceOffer(frozenSource(frozen, 'Notices', { offerContact })), 'notices/source-offer');
}

async function* auditOf(frozen: Frozen): AsyncGenerator<FileOut> {
  const source = frozenSource(frozen, 'Audit', {});
  for await (const file of html.write(required(audit.document?.(source)), 'audit/audit-report')) yield file;
  const lists = (audit.data ?? []).map((name) => [name, source.list(name)] as const);
  yield { name: 'audit/audit-report.json', content: jsonDocument(source.head, lists) };
}

async function* pages(document: ReportDocument | undefined, name: string): AsyncGenerator<FileOut> {
  for (const format of [html, text]) yield* format.write(required(document), name);
}

function required(document: ReportDocument | undefined): ReportDocument {
  if (document === undefined) throw new Error('A report without a document cannot be part of a release.');
  return document;
}
