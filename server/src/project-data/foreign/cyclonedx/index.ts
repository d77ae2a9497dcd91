// CycloneDX as Dependency-Track and others export it: components with their licenses, and the analyses of vulnerabilities.
// https://cyclonedx.org/docs/1.6/json/
import { statedSources } from '@assay/scanner/advisories';
import { isFields, lastOf, own } from '@assay/scanner/items';
import { type Issues, MemberReader, type Members } from '@assay/scanner/member-reader';
import { readSbomDocument } from '@assay/scanner/sbom-read';
import { itemOfPart, nameOfPart } from '../../sbom/parts.ts';
import { type ForeignAnalysis, type ForeignFormat, membersStay, stays, withoutName } from '../model.ts';

export const cyclonedx: ForeignFormat = {
  name: 'cyclonedx',
  title: 'CycloneDX with analyses (Dependency-Track)',
  recognizes: (document) => own(document, 'bomFormat') === 'CycloneDX',
  read(document, issues) {
    const read = new MemberReader(document, 'bom', issues);
    const main = new MemberReader(
      new MemberReader(read.object('metadata'), 'metadata', issues).object('component'),
      'metadata.component',
      issues,
    );
    const projects = [main.text('bom-ref', 4000), main.text('purl', 4000)].filter((ref) => ref !== '');
    const sbom = readSbomDocument(document);
    const parts = sbom?.parts.filter(({ place }) => place.startsWith('components')) ?? [];
    const components = flattened(read.objects('components'));
    for (const { code, place, message } of sbom?.issues ?? [])
      if (code !== 'not-understood') issues.push({ code, path: place, message });
    const stated = statedSources(sbom?.parts ?? []);
    const purls = new Map<string, string>();
    const items = parts.flatMap((part) => {
      const named = nameOfPart(part, issues);
      purls.set(part.ref || named.purl, named.purl);
      return named.name === '' ? withoutName(part.place, issues) : [itemOfPart(part, named, stated(part, named.purl))];
    });
    const vulnerabilities = read.objects('vulnerabilities');
    const analyses = vulnerabilities.flatMap((one, at) =>
      analysesOf(one, `vulnerabilities[${at}]`, { purls, projects }, issues),
    );
    const silent = vulnerabilities.filter((one) => !isFields(own(one, 'analysis'))).length;
    stays(issues, silent, 'vulnerabilities without an analysis', 'this server matches vulnerabilities itself');
    stays(issues, read.objects('dependencies').length, 'dependencies between components', 'scans find them');
    membersStay(issues, [document], TAKEN.document, 'the document');
    membersStay(issues, components.map(withoutTakenCpe), TAKEN.component, 'components');
    const analysed = vulnerabilities.filter((one) => isFields(own(one, 'analysis')));
    membersStay(issues, analysed, TAKEN.vulnerability, 'analysed vulnerabilities');
    const name = main.text('name', 255);
    return { source: `CycloneDX${name ? ` of ${name}` : ''}`, items, files: [], analyses };
  },
};

/** Members that the reader uses or reports in a line of their own. */
const TAKEN = {
  document: [
    ...['$schema', 'bomFormat', 'specVersion', 'serialNumber', 'version', 'metadata'],
    ...['components', 'vulnerabilities', 'dependencies'],
  ],
  component: [
    ...['type', 'bom-ref', 'group', 'name', 'version', 'purl', 'description', 'licenses', 'copyright', 'components'],
  ],
  vulnerability: ['bom-ref', 'id', 'analysis', 'affects', 'references'],
};

/** A component without a package URL is known by its CPE; beside one the CPE stays in the document. */
function withoutTakenCpe(component: Members): Members {
  if (typeof own(component, 'purl') === 'string') return component;
  const { cpe: _taken, ...others } = component;
  return others;
}

/** Components may contain components; returns them in the order of the document. */
function flattened(components: Members[]): Members[] {
  const all: Members[] = [];
  const open = components.toReversed();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    all.push(next);
    const below = own(next, 'components');
    if (Array.isArray(below)) open.push(...below.filter(isFields).toReversed());
  }
  return all;
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? [value.slice(0, 255)] : []);

interface Subjects {
  /** By their references in the document. */
  purls: ReadonlyMap<string, string>;
  /** References to the project itself, to which Dependency-Track ties the analyses that it exports as VEX. */
  projects: readonly string[];
}

function analysesOf(
  vulnerability: Members,
  place: string,
  { purls, projects }: Subjects,
  issues: Issues,
): ForeignAnalysis[] {
  const analysis = own(vulnerability, 'analysis');
  if (!isFields(analysis)) return [];
  const read = new MemberReader(vulnerability, place, issues);
  const said = new MemberReader(analysis, `${place}.analysis`, issues);
  const responses = said.texts('response');
  if (responses.length > 1)
    issues.push({
      code: 'responses',
      path: place,
      message: `The analysis at ${place} has ${responses.length} responses; only the first is imported.`,
    });
  const affected = read.objects('affects');
  if (affected.length === 0)
    issues.push({
      code: 'analysis-left-out',
      path: place,
      message: `The analysis of ${read.text('id', 255) || place} was left out: it names no affected component.`,
    });
  return affected.flatMap((one) => {
    const ref = own(one, 'ref');
    const purl =
      typeof ref === 'string'
        ? (purls.get(ref) ?? purls.get(lastOf(ref.split('#'))) ?? (ref.startsWith('pkg:') ? ref : ''))
        : '';
    return [
      {
        place,
        advisory: read.text('id', 255),
        aliases: read.objects('references').flatMap((alias) => textOf(own(alias, 'id'))),
        purl,
        ...(purl === '' && typeof ref === 'string' && projects.includes(ref) && { isForProject: true }),
        state: said.text('state', 50).toUpperCase(),
        justification: said.text('justification', 50).toUpperCase(),
        response: (responses[0] ?? '').toUpperCase(),
        detail: said.text('detail'),
        isSuppressed: ['false_positive', 'not_affected', 'resolved', 'resolved_with_pedigree'].includes(
          said.text('state', 50),
        ),
      },
    ];
  });
}
