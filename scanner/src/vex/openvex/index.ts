// OpenVEX, from its first version on: https://github.com/openvex/spec/blob/main/OPENVEX-SPEC.md

import type { AnalysisWords } from '../../analyses.ts';
import { isFields, lastOf, own } from '../../items.ts';
import { type Issues, MemberReader, type Members } from '../../member-reader.ts';
import {
  JUSTIFICATIONS,
  leftOut,
  timeIn,
  type VexFormat,
  type VexStatement,
  type VexTarget,
  WHOLE_PRODUCT,
} from '../model.ts';

const STATES: ReadonlyMap<string, AnalysisWords['state']> = new Map<string, AnalysisWords['state']>([
  ['not_affected', 'NOT_AFFECTED'],
  ['affected', 'EXPLOITABLE'],
  ['fixed', 'RESOLVED'],
  ['under_investigation', 'IN_TRIAGE'],
]);

export const openvex: VexFormat = {
  name: 'openvex',
  title: 'OpenVEX',
  recognizes: (document) => {
    const context = own(document, '@context');
    return typeof context === 'string' && context.startsWith('https://openvex.dev/ns');
  },
  read(document, issues) {
    const read = new MemberReader(document, 'document', issues);
    const statedOn = read.text('last_updated', 100) || read.text('timestamp', 100);
    return {
      id: read.text('@id', 2000),
      supplier: read.text('author', 500),
      revision: revisionIn(document),
      datedOn: timeIn(statedOn),
      statements: read
        .objects('statements')
        .flatMap((one, at) => statementOf(one, `statements[${at}]`, { statedOn, issues })),
    };
  },
};

/** The first versions of the format have a text. */
function revisionIn(document: Members): string {
  const version = own(document, 'version');
  return typeof version === 'string' ? version.slice(0, 100) : Number.isInteger(version) ? String(version) : '';
}

function statementOf(
  members: Members,
  place: string,
  { statedOn, issues }: { statedOn: string; issues: Issues },
): VexStatement[] {
  const read = new MemberReader(members, place, issues);
  const status = read.text('status', 100);
  const state = STATES.get(status);
  if (state === undefined) {
    leftOut(issues, place, `its status "${status}" must be one of ${[...STATES.keys()].join(', ')}`);
    return [];
  }
  const names = namesIn(own(members, 'vulnerability'), place, issues);
  const targets = targetsIn(members, place, issues);
  if (names.length === 0 || targets.length === 0) {
    leftOut(
      issues,
      place,
      names.length === 0 ? 'it names no vulnerability' : 'it names no product, or parts only without a package URL',
    );
    return [];
  }
  const written = read.text('justification', 100);
  const justification = JUSTIFICATIONS.get(written);
  const detail = ['impact_statement', 'action_statement', 'status_notes'].map((name) => read.text(name, 20_000));
  return [
    {
      place,
      names,
      targets,
      analysis: { state, ...(justification && { justification }), detail: detail.filter(Boolean).join(' ') },
      written: [status, written].filter(Boolean).join(', '),
      statedOn: timeIn(read.text('last_updated', 100) || read.text('timestamp', 100) || statedOn),
    },
  ];
}

/** The first versions have the name as a text. */
function namesIn(value: unknown, place: string, issues: Issues): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
  if (!isFields(value)) return [];
  const read = new MemberReader(value, `${place}.vulnerability`, issues);
  // An address such as https://nvd.nist.gov/vuln/detail/CVE-2026-1 ends with the name.
  const name = read.text('name', 255) || lastOf(read.text('@id', 2000).split('/'));
  return [name, ...read.texts('aliases')].filter((one) => one !== '');
}

function targetsIn(members: Members, place: string, issues: Issues): VexTarget[] {
  const shared = partsIn(members, place, issues);
  return listIn(members, 'products').flatMap((value, at): VexTarget[] => {
    const product = purlIn(value, `${place}.products[${at}]`, issues);
    const names = namesOfProduct(value, `${place}.products[${at}]`, issues);
    if (product === '' && names.length === 0) return [];
    const own_ = isFields(value) ? partsIn(value, `${place}.products[${at}]`, issues) : undefined;
    const parts = own_ ?? shared ?? [''];
    return parts.map((part) => ({ ...WHOLE_PRODUCT, product, ...(names.length > 0 && { names }), part }));
  });
}

/** Undefined if the statement is about the whole. A part without a package URL matches nothing, and does not stand for the whole. */
function partsIn(members: Members, place: string, issues: Issues): string[] | undefined {
  const parts = listIn(members, 'subcomponents');
  if (parts.length === 0) return undefined;
  return parts.map((value, at) => purlIn(value, `${place}.subcomponents[${at}]`, issues)).filter((purl) => purl !== '');
}

/** By what a product is known that is no package: its CPEs, and its id. */
function namesOfProduct(value: unknown, place: string, issues: Issues): string[] {
  const isOther = (text: string) => text.trim() !== '' && !text.startsWith('pkg:');
  if (typeof value === 'string') return [value.slice(0, 2000)].filter(isOther);
  if (!isFields(value)) return [];
  const read = new MemberReader(value, place, issues);
  const stated = new MemberReader(read.object('identifiers'), `${place}.identifiers`, issues);
  return [stated.text('cpe23', 1000), stated.text('cpe22', 1000), read.text('@id', 2000)].filter(isOther);
}

function listIn(members: Members, name: string): unknown[] {
  const value = own(members, name);
  return Array.isArray(value) ? value : [];
}

/** '' if it has no package URL. */
function purlIn(value: unknown, place: string, issues: Issues): string {
  if (typeof value === 'string') return value.startsWith('pkg:') ? value : '';
  if (!isFields(value)) return '';
  const read = new MemberReader(value, place, issues);
  const stated = new MemberReader(read.object('identifiers'), `${place}.identifiers`, issues).text('purl', 4000);
  const id = read.text('@id', 4000);
  return stated || (id.startsWith('pkg:') ? id : '');
}
