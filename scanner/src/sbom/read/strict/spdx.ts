// The members that SPDX 2.2 and 2.3 require, and the forms of their values. https://spdx.github.io/spdx-spec/v2.3/
import { isFields, own } from '../../../items.ts';
import type { Piece } from '../../../json-pieces.ts';
import type { Validator } from '../model.ts';
import { MOST_FAULTS } from './limits.ts';

type Rule = { member: string; form?: RegExp; isOptional?: true; in?: 'creationInfo' };

const ID = /^SPDXRef-[A-Za-z0-9.-]+$/;

const DOCUMENT: readonly Rule[] = [
  { member: 'spdxVersion', form: /^SPDX-2\.[23]$/ },
  { member: 'SPDXID', form: /^SPDXRef-DOCUMENT$/ },
  { member: 'name', form: /\S/ },
  { member: 'dataLicense', form: /^CC0-1\.0$/ },
  { member: 'documentNamespace', form: /^[A-Za-z][\w+.-]*:[^#\s]+$/ },
];

const ELEMENTS: Readonly<Record<string, readonly Rule[]>> = {
  packages: [
    { member: 'SPDXID', form: ID },
    { member: 'name', form: /\S/ },
    { member: 'downloadLocation', form: /^(?:NONE|NOASSERTION|[A-Za-z][\w+.-]*:\S+|[\w.-]+@[\w.-]+:\S+)$/ },
  ],
  files: [
    { member: 'SPDXID', form: ID },
    { member: 'fileName', form: /\S/ },
  ],
  snippets: [{ member: 'SPDXID', form: ID }],
  relationships: [
    { member: 'spdxElementId', form: /\S/ },
    { member: 'relatedSpdxElement', form: /\S/ },
    { member: 'relationshipType', form: /^[A-Z_]+$/ },
  ],
  hasExtractedLicensingInfos: [
    { member: 'licenseId', form: /^LicenseRef-[A-Za-z0-9.-]+$/ },
    { member: 'extractedText', form: /\S/ },
  ],
};

const CREATED = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const CREATOR = /^(?:Person|Organization|Tool): *\S/;

export function spdxValidator(): Validator {
  const faults: string[] = [];
  const head: Record<string, unknown> = Object.create(null);
  const counts = new Map<string, number>();
  const ids = new Set<string>();
  const say = (sentence: string) => {
    if (faults.length < MOST_FAULTS) faults.push(sentence);
  };
  const check = (fields: Readonly<Record<string, unknown>>, rules: readonly Rule[], place: string) => {
    for (const { member, form } of rules) {
      const value = own(fields, member);
      const at = place === '' ? member : `${place}.${member}`;
      if (value === undefined) say(`${at}: is missing.`);
      else if (typeof value !== 'string') say(`${at}: must be a text.`);
      else if (form && !form.test(value))
        say(`${at}: "${value.slice(0, 100)}" does not have the form that SPDX wants.`);
    }
  };
  return {
    take({ member, isElement, value }: Piece) {
      if (!isElement) {
        head[member] = value;
        return;
      }
      const at = counts.get(member) ?? 0;
      counts.set(member, at + 1);
      const place = `${member}[${at}]`;
      if (!isFields(value)) return say(`${place}: must be an object.`);
      check(value, ELEMENTS[member] ?? [], place);
      const id = own(value, 'SPDXID');
      if (typeof id !== 'string') return;
      if (ids.has(id)) say(`${place}.SPDXID: "${id.slice(0, 100)}" is the SPDXID of an earlier element.`);
      ids.add(id);
    },
    end() {
      check(head, DOCUMENT, '');
      const creation = own(head, 'creationInfo');
      if (!isFields(creation)) say('creationInfo: is missing.');
      else {
        if (!CREATED.test(String(own(creation, 'created'))))
          say('creationInfo.created: must be a time like 2026-01-31T12:00:00Z.');
        const creators = own(creation, 'creators');
        if (!Array.isArray(creators) || creators.length === 0)
          say('creationInfo.creators: must name at least one creator.');
        else if (!creators.every((one) => CREATOR.test(String(one))))
          say('creationInfo.creators: each must begin with "Person:", "Organization:" or "Tool:".');
      }
      return faults;
    },
  };
}
