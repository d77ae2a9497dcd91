// CycloneDX with analyses of vulnerabilities, inside a bill of materials or beside it: https://cyclonedx.org/docs/1.6/json/

import { type AnalysisWords, analysisJustifications, analysisResponses, analysisStates } from '../../analyses.ts';
import { isFields, lastOf, own } from '../../items.ts';
import { type Issues, MemberReader, type Members } from '../../member-reader.ts';
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
      for (const part of Array.isArray(below) ? below : []) if (isFields(part)) open.push(part);
    }
    const subject = productIn(metadata.object('component'), issues);
    const statedOn = metadata.text('timestamp', 100);
    return {
      id: read.text('serialNumber', 500),
      supplier: supplierIn(metadata, issues),
      revision: numberIn(document),
      datedOn: timeIn(statedOn),
      statements: read
        .objects('vulnerabilities')
        .flatMap((one, at) => statementOf(one, `vulnerabilities[${at}]`, { purls, subject, statedOn, issues })),
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

/** What the document is about as a whole. */
interface Subject {
  ref: string;
  product: string;
  names: string[];
}

/** Undefined if the document does not say what it is about. */
function productIn(component: Members, issues: Issues): Subject | undefined {
  const read = new MemberReader(component, 'metadata.component', issues);
  const whole = [read.text('group', 500), read.text('name', 500)].filter(Boolean).join('/');
  const [product, version] = [read.text('purl', 4000), read.text('version', 500)];
  const names = [read.text('cpe', 1000), [whole, version].filter(Boolean).join(' ')];
  if (product === '' && whole === '') return undefined;
  return { ref: read.text('bom-ref', 4000), product, names: names.filter((name) => name !== '') };
}

interface Context {
  purls: ReadonlyMap<string, string>;
  subject: Subject | undefined;
  statedOn: string;
  issues: Issues;
}

/** Vulnerabilities without an analysis are no statements. */
function statementOf(members: Members, place: string, context: Context): VexStatement[] {
  const { statedOn, issues } = context;
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
  const targets = read.objects('affects').flatMap((one, at) => targetsOf(one, `${place}.affects[${at}]`, context));
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
function targetsOf(members: Members, place: string, { purls, subject, issues }: Context): VexTarget[] {
  const read = new MemberReader(members, place, issues);
  const ref = read.text('ref', 4000);
  const linked = decoded(lastOf(ref.split('#')));
  const named = purls.get(ref) ?? purls.get(linked) ?? [ref, linked].find((one) => one.startsWith('pkg:'));
  const isSubject = subject !== undefined && (named ? named === subject.product : ref !== '' && ref === subject.ref);
  if (named === undefined && !isSubject) return [];
  const versions = read.objects('versions').flatMap((one, at) => {
    const stated = new MemberReader(one, `${place}.versions[${at}]`, issues);
    return [stated.text('version', 1000), stated.text('range', 4000)].filter((text) => text !== '');
  });
  if (subject === undefined) return [{ ...WHOLE_PRODUCT, product: named ?? '', versions }];
  const { product, names } = subject;
  if (isSubject) return [{ ...WHOLE_PRODUCT, product, names, versions }];
  return [{ ...WHOLE_PRODUCT, product, names, isOfDocument: true, part: named ?? '', versions }];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
