// The licenses of an SPDX 3 graph: elements that name one, and sets and operators over others, in any order. Their ids are addresses.
// https://spdx.github.io/spdx-spec/v3.0.1/model/ExpandedLicensing/ExpandedLicensing/
import { isFields, own } from '../../../items.ts';
import { type Fields, textIn } from '../fields.ts';
import { joinedLicenses } from '../joined.ts';
import { LicenseNames } from '../license-names.ts';

/** Depth of nested license sets. This also ends a set that contains itself. */
const MOST_NESTED = 30;

export const LICENSE_TYPES =
  /^(?:LicenseExpression|ListedLicense|CustomLicense|ConjunctiveLicenseSet|DisjunctiveLicenseSet|OrLaterOperator|WithAdditionOperator|ListedLicenseException|CustomLicenseAddition|SimpleLicensingText|NoneLicense|NoAssertionLicense)$/;

export class GraphLicenses {
  readonly #elements = new Map<string, { type: string; fields: Fields; refs(name: string): string[] }>();

  /** @param refs ids that a member names */
  add(id: string, type: string, fields: Fields, refs: (name: string) => string[]): void {
    this.#elements.set(id, { type, fields, refs });
  }

  /** By the words that stand for the licenses in expressions; undefined if there are none. */
  texts(): Map<string, string> | undefined {
    const texts = [...this.#elements].flatMap(([id, { fields }]): [string, string][] => {
      const [name, text] = [this.of(id), textIn(fields, 'licenseText')];
      return name === '' || text.trim() === '' ? [] : [[name, text]];
    });
    return texts.length > 0 ? new Map(texts.toReversed()) : undefined;
  }

  /** License expression; '' for an id that names no license. */
  of(id: string, depth = 0): string {
    const element = this.#elements.get(id);
    if (element === undefined || depth > MOST_NESTED) return listed(id);
    const { type, fields, refs } = element;
    const inside = (name: string) => refs(name).flatMap((ref) => this.of(ref, depth + 1) || []);
    if (type === 'ConjunctiveLicenseSet') return joinedLicenses(inside('member'), 'AND');
    if (type === 'DisjunctiveLicenseSet') return joinedLicenses(inside('member'), 'OR');
    if (type === 'OrLaterOperator') return inside('subjectLicense').map((one) => `${one}+`)[0] ?? '';
    if (type === 'WithAdditionOperator')
      return [inside('subjectExtendableLicense')[0], inside('subjectAddition')[0]].filter(Boolean).join(' WITH ');
    const stated = textIn(fields, 'licenseExpression');
    if (stated !== '') return this.#withNames(stated, fields);
    // The name of a listed license is its title; its id is the last part of its address.
    const ownId = listed(id);
    return ownId === '' ? textIn(fields, 'name') : namesOf([[ownId, textIn(fields, 'name')]]).in(ownId);
  }

  /** An expression says by `customIdToUri` which elements describe its licenses. */
  #withNames(expression: string, fields: Fields): string {
    const entries = own(fields, 'customIdToUri');
    if (!Array.isArray(entries)) return expression;
    const described = entries.filter(isFields).map((entry): [string, string] => {
      const element = this.#elements.get(textIn(entry, 'value'));
      return [textIn(entry, 'key'), element === undefined ? '' : textIn(element.fields, 'name')];
    });
    return namesOf(described).in(expression);
  }
}

function namesOf(described: readonly [string, string][]): LicenseNames {
  const names = new LicenseNames();
  for (const [id, name] of described) names.add(id, name);
  return names;
}

/** A listed license, or one of the document's own, by its address. */
function listed(id: string): string {
  return (
    /^https?:\/\/spdx\.org\/licenses\/([\w.+-]+)$/.exec(id)?.[1] ??
    /(?:^|[/#])((?:LicenseRef|AdditionRef)-[\w.-]+)$/.exec(id)?.[1] ??
    ''
  );
}
