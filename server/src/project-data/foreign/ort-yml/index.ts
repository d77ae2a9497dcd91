// The configuration of a repository for ORT, `.ort.yml`, and files of package curations.
import { isFields, own } from '@assay/scanner/items';
import type { Issues, Members } from '@assay/scanner/member-reader';
import type { IncomingItem } from '../../incoming.ts';
import { type ForeignFormat, stays } from '../model.ts';
import { itemOfCuration, itemsOfConfiguration } from '../ort-configuration.ts';

const MEMBERS = [
  'curations',
  'excludes',
  'resolutions',
  'license_choices',
  'package_configurations',
  'includes',
  'snippet_choices',
  'analyzer',
];
/** A file of curations is a list; the document reader puts it into a member with this name. */
const LIST = 'list';

function ofRepository(document: Members, issues: Issues): IncomingItem[] {
  const { items, choices } = itemsOfConfiguration(document, '.ort.yml', issues);
  stays(issues, choices.length, 'license choices', 'the file does not say which packages have these licenses');
  return items;
}

export const ortYml: ForeignFormat = {
  name: 'ort-yml',
  title: '.ort.yml and package curations of ORT',
  recognizes(document) {
    const list = own(document, LIST);
    if (Array.isArray(list))
      return list.some((one) => isFields(one) && isFields(own(one, 'curations')) && typeof own(one, 'id') === 'string');
    const names = Object.keys(document);
    // Later versions of ORT may add members, which the log then names.
    return names.length > 0 && names.filter((name) => MEMBERS.includes(name)).length * 2 > names.length;
  },
  read(document, issues) {
    const list = own(document, LIST);
    const items = Array.isArray(list)
      ? list.flatMap((one, at) => (isFields(one) ? itemOfCuration(one, `[${at}]`, issues) : []))
      : ofRepository(document, issues);
    return { source: Array.isArray(list) ? 'package curations of ORT' : '.ort.yml', items, files: [], analyses: [] };
  },
};
