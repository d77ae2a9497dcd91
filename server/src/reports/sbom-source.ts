// A project's inventory and files as input of the scanner's SBOM writers.
import { decodedText } from '@assay/scanner/items';
import type { SbomComponent, SbomFile, SbomSource } from '@assay/scanner/sbom';
import type { ReportFile, ReportItem } from './data.ts';
import { documentId } from './document-id.ts';
import { isYes } from './options.ts';
import type { ReportSource } from './report.ts';

export async function sbomSource(source: ReportSource): Promise<SbomSource> {
  const purls = new Map<number, string>();
  for await (const { id, purl } of source.list('inventoryItems')) purls.set(id, purl);
  const dependsOn = new Map<number, string[]>();
  for await (const { parentId, childId } of source.list('links')) {
    const purl = purls.get(childId);
    if (purl) dependsOn.set(parentId, [...(dependsOn.get(parentId) ?? []), purl]);
  }
  const components: SbomComponent[] = [];
  const licenses = new Map<string, number>();
  for await (const item of shipped(source)) components.push(componentOf(item, dependsOn.get(item.id) ?? []));
  const withFiles = isYes(source.options.includeFiles);
  const { head, at, toolVersion } = source;
  return {
    subject: {
      name: head.project.name,
      version: '',
      documentId: documentId(source),
      createdAt: at,
      tool: { name: 'assay', version: toolVersion },
    },
    files: withFiles ? filesOf(source, licenses) : nothing(),
    contents: () => ({
      components,
      licenses: [...licenses]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([expression, files]) => ({ expression, files })),
      incompleteness: '',
      comparison: head.advisories.coverage.words || 'All items were compared with advisories.',
    }),
  };
}

async function* nothing(): AsyncGenerator<SbomFile> {}

/** Published components, also rejected ones: they are in the product until somebody takes them out. */
async function* shipped({ list }: ReportSource): AsyncGenerator<ReportItem> {
  for await (const item of list('inventoryItems')) if (item.isPublished && item.type === 'Component') yield item;
}

function componentOf(item: ReportItem, dependsOn: string[]): SbomComponent {
  const [, type = '', path = ''] = /^pkg:([^/]+)\/([^?#]*)/.exec(item.purl) ?? [];
  const at = path.lastIndexOf('/');
  return {
    purl: item.purl,
    type,
    namespace: at < 0 ? '' : decodedText(path.slice(0, at)),
    name: item.componentName === 'N/A' ? item.name : item.componentName,
    version: ['N/A', 'Unknown'].includes(item.versionName) ? '' : item.versionName,
    scope: item.dependencyScope === 'Runtime' ? 'runtime' : 'development',
    licenseExpression: item.licenseFacts.declared.expression,
    concludedExpression: item.licenseExpression,
    description: item.description,
    homepageUrl: item.url,
    repositoryUrl: '',
    downloadUrl: '',
    evidence: item.files,
    ...(item.status === 'Rejected' && { isRejected: true }),
    dependsOn,
    notCompared: item.coverage.sentence,
    ...(item.dependencyLevel === 'N/A' ? {} : { isDirect: item.dependencyLevel !== 'Transitive' }),
  };
}

async function* filesOf(source: ReportSource, licenses: Map<string, number>): AsyncGenerator<SbomFile> {
  for await (const file of source.list('files')) {
    for (const expression of file.licenses) licenses.set(expression, (licenses.get(expression) ?? 0) + 1);
    const copyrights = file.copyrights.map((statement) => ({
      statement,
      holder: '',
      years: '',
      startLine: 1,
      endLine: 1,
    }));
    yield { path: file.path, facts: { ...NO_FACTS, ...factsOf(file), copyrights } };
  }
}

type Facts = SbomFile['facts'];

/** Lists that a report does not have. The writers do not print them. */
const NO_FACTS = {
  mediaType: '',
  lines: { total: 0, code: 0, comment: 0, blank: 0 },
  licenses: [],
  licenseReferences: [],
  authors: [],
  emails: [],
  urls: [],
  searchTerms: [],
  packages: [],
} satisfies Partial<Facts>;

function factsOf({ sizeBytes, md5, sha1, sha256, language, kind, licenses }: ReportFile) {
  return { sizeBytes, md5, sha1, sha256, language, kind: (kind || 'binary') as Facts['kind'], spdx: licenses };
}
