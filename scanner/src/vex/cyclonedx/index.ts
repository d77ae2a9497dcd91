// CycloneDX with analyses of vulnerabilities, inside a bill of materials or beside it: https://cyclonedx.org/docs/1.6/json/
import { isFields, lastOf, own } from '../../items.ts';
import { type Issues, MemberReader, type Members } from '../../member-reader.ts';
import { type AnalysisWords, analysisJustifications, analysisResponses, analysisStates } from '../analysis.ts';
import { leftOut, timeIn, type VexFormat, type VexStatement, type VexTarget, WHOLE_PRODUCT } from '../model.ts';

export const cyclonedx: VexFormat = {
  name: 'cyclonedx',
  title: 'CycloneDX',
  recognizes: (document) => own(document, 'bomFormat') === 'CycloneDX',
  read(document, issues) {
    const read = new MemberReader(document, 'document', issues);
    const metadata = new MemberReader(read.object('metadata'), 'metadata', issues);
    const purls = new Map<string, string>();
    const open: Members[] = [metadata.object('component'), ...read.objects('components')];
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      const [ref, purl, below] = [own(one, 'bom-ref'), own(one, 'purl'), own(one, 'components')];
      if (typeof ref === 'string' && typeof purl === 'string') purls.set(ref, purl);
      if (Array.isArray(below)) open.push(...below.filter(isFields));
    }
    const statedOn = metadata.text('timestamp', 100);
    return {
      id: read.text('serialNumber', 500),
      supplier: supplierIn(metadata, issues),
      revision: numberIn(document),
      datedOn: timeIn(statedOn),
      statements: read
        .objects('vulnerabilities')
        .flatMap((one, at) => statementOf(one, `vulnerabilities[${at}]`, { purls, statedOn, issues })),
    };
  },
};

function numberIn(document: Members): string {
  const version = own(document, 'version');
  return Number.isInteger(version) ? String(version) : '';
}

function supplierIn(metadata: MemberReader, issues: Issues): string {
  const nameOf = (of: Members, place: string) => new MemberReader(of, place, issues).text('name', 500);
  return (
    nameOf(metadata.object('supplier'), 'metadata.supplier') ||
    nameOf(metadata.object('manufacturer'), 'metadata.manufacturer') ||
    nameOf(metadata.objects('authors')[0] ?? {}, 'metadata.authors[0]')
  );
}

interface Context {
  purls: ReadonlyMap<string, string>;
  statedOn: string;
  issues: Issues;
}

/** Vulnerabilities without an analysis are no statements. */
function statementOf(members: Members, place: string, { purls, statedOn, issues }: Context): VexStatement[] {
  if (!isFields(own(members, 'analysis'))) return [];
  const read = new MemberReader(members, place, issues);
  const said = new MemberReader(read.object('analysis'), `${place}.analysis`, issues);
  const written = said.text('state', 100);
  const state = analysisStates.find((known) => known === written.toUpperCase());
  if (state === undefined) {
    leftOut(issues, place, `its state "${written}" must be one of ${analysisStates.join(', ').toLowerCase()}`);
    return [];
  }
  const references = read.objects('references').map((one, at) => {
    return new MemberReader(one, `${place}.references[${at}]`, issues).text('id', 255);
  });
  const names = [read.text('id', 255), ...references].filter((name) => name !== '');
  const targets = read
    .objects('affects')
    .flatMap((one, at) => targetsOf(one, `${place}.affects[${at}]`, purls, issues));
  if (names.length === 0 || targets.length === 0) {
    leftOut(issues, place, names.length === 0 ? 'it names no vulnerability' : 'it affects nothing with a package URL');
    return [];
  }
  const justified = said.text('justification', 100);
  const analysis: AnalysisWords = { state, detail: said.text('detail', 60_000) };
  const justification = analysisJustifications.find((known) => known === justified.toUpperCase());
  if (justification !== undefined) analysis.justification = justification;
  const responses = said.texts('response').map((one) => one.toUpperCase());
  const response = analysisResponses.find((known) => responses.includes(known));
  if (response !== undefined) analysis.response = response;
  return [
    {
      place,
      names,
      targets,
      analysis,
      written: [written, justified].filter(Boolean).join(', '),
      statedOn: timeIn(said.text('lastUpdated', 100) || said.text('firstIssued', 100) || statedOn),
    },
  ];
}

/** A reference is the `bom-ref` of a component, a link to one in another bill of materials, or a package URL. */
function targetsOf(members: Members, place: string, purls: ReadonlyMap<string, string>, issues: Issues): VexTarget[] {
  const read = new MemberReader(members, place, issues);
  const ref = read.text('ref', 4000);
  const linked = decoded(lastOf(ref.split('#')));
  const product = purls.get(ref) ?? purls.get(linked) ?? [ref, linked].find((one) => one.startsWith('pkg:'));
  if (product === undefined) return [];
  const versions = read.objects('versions').flatMap((one, at) => {
    const stated = new MemberReader(one, `${place}.versions[${at}]`, issues);
    return [stated.text('version', 1000), stated.text('range', 4000)].filter((text) => text !== '');
  });
  return [{ ...WHOLE_PRODUCT, product, versions }];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
