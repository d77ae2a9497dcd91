// Validates the fields of a front matter in ScanCode's format: returns the first error as half a sentence, and the traits that the fields
// give a rule. Pure.
import type { RuleSource } from '../engine/compile-index.ts';
import type { Ignorables, RuleKind } from '../engine/index-format.ts';
import type { FrontMatter } from './front-matter.ts';

const FLAGS = [
  'is_license_text',
  'is_license_notice',
  'is_license_reference',
  'is_license_tag',
  'is_license_intro',
  'is_license_clue',
  'is_false_positive',
  'is_continuous',
  'is_required_phrase',
  'is_deprecated',
] as const;
const PERCENTAGES = ['relevance', 'minimum_coverage'] as const;
const IGNORABLES = ['copyrights', 'holders', 'authors', 'urls', 'emails'] as const;
const LISTS = ['referenced_filenames', ...IGNORABLES.map((name) => `ignorable_${name}`)];

const YES = /^(yes|true)$/i;
const NO = /^(no|false)$/i;
const KEY = /^[\w.+-]+$/;
/** A LicenseRef- without a name, or with characters that SPDX forbids, would invalidate every expression with it. */
const SPDX_KEY = /^(?:LicenseRef-[A-Za-z0-9.-]+|(?!LicenseRef-)[\w.+-]+)$/i;
const LANGUAGE = /^[a-z]{2,3}(-[a-z]+)*$/i;

/** The error in the fields of a rule or license; undefined if there is none. */
export function faultOf(fields: FrontMatter, isLicense: boolean): string | undefined {
  return (isLicense ? faultOfLicense(fields) : faultOfRule(fields)) ?? faultOfTraits(fields);
}

function faultOfLicense({ key, spdx_license_key: spdx }: FrontMatter): string | undefined {
  if (key === undefined) return 'the front matter has no key';
  if (!isText(key) || !KEY.test(key)) return `key is ${quoted(key)}; letters, digits and . _ + - were expected`;
  if (spdx !== undefined && spdx !== '' && !(isText(spdx) && SPDX_KEY.test(spdx)))
    return `spdx_license_key is ${quoted(spdx)}; an id of the SPDX list, or LicenseRef- and letters, digits and . - were expected`;
  return undefined;
}

function faultOfRule(fields: FrontMatter): string | undefined {
  const { license_expression: expression } = fields;
  if (isYes(fields.is_false_positive)) return undefined;
  if (expression === undefined || expression === '') return 'the front matter has no license_expression';
  if (!isText(expression))
    return `license_expression is ${quoted(expression)}; keys joined by AND, OR and WITH were expected`;
  return undefined;
}

function faultOfTraits(fields: FrontMatter): string | undefined {
  for (const name of FLAGS) {
    const value = fields[name];
    if (value !== undefined && !(isText(value) && (YES.test(value) || NO.test(value))))
      return `${name} is ${quoted(value)}; yes or no was expected`;
  }
  for (const name of PERCENTAGES) {
    const value = fields[name];
    if (value !== undefined && !(isText(value) && /^\d{1,3}$/.test(value) && Number(value) <= 100))
      return `${name} is ${quoted(value)}; a whole number from 0 to 100 was expected`;
  }
  for (const name of LISTS) {
    const value = fields[name];
    if (value !== undefined && value !== '' && isText(value)) return `${name} is ${quoted(value)}; a list was expected`;
  }
  const { language } = fields;
  if (language !== undefined && !(isText(language) && LANGUAGE.test(language)))
    return `language is ${quoted(language)}; a code such as fr was expected`;
  return undefined;
}

const isText = (value: string | string[] | undefined): value is string => typeof value === 'string';

export const isYes = (value: string | string[] | undefined): boolean => isText(value) && YES.test(value);

/** A quoted value for a message to its author. */
export function quoted(value: string | string[]): string {
  const text = isText(value) ? value : `the list ${value.join(', ')}`;
  const short = text.length <= 200 ? text : `${text.slice(0, 200)}…`;
  return isText(value) ? `"${short}"` : short;
}

/** What the fields, in which nothing is wrong, make of a rule. */
export function traitsOf(fields: FrontMatter, isLicense: boolean): Omit<RuleSource, 'name' | 'expression' | 'text'> {
  const kind = kindOf(fields, isLicense);
  const { referenced_filenames: referenced, language } = fields;
  return {
    kind,
    relevance: percentage(fields.relevance, 100),
    minimumCoverage: percentage(fields.minimum_coverage, 0),
    isApproximate:
      !isYes(fields.is_continuous) && !isYes(fields.is_required_phrase) && kind !== 'false-positive' && kind !== 'tag',
    isContinuous: isYes(fields.is_continuous),
    isImported: true,
    ...(Array.isArray(referenced) ? { referencedFiles: referenced } : {}),
    ...ignorablesOf(fields),
    ...(isText(language) && language !== 'en' ? { language } : {}),
  };
}

function ignorablesOf(fields: FrontMatter): Pick<RuleSource, 'ignorables'> {
  const ignorables: Ignorables = {};
  for (const name of IGNORABLES) {
    const values = fields[`ignorable_${name}`];
    if (Array.isArray(values)) ignorables[name] = values;
  }
  return Object.keys(ignorables).length > 0 ? { ignorables } : {};
}

function kindOf(fields: FrontMatter, isLicense: boolean): RuleKind {
  if (isYes(fields.is_false_positive)) return 'false-positive';
  if (isLicense || isYes(fields.is_license_text)) return 'text';
  if (isYes(fields.is_license_notice)) return 'notice';
  if (isYes(fields.is_license_tag)) return 'tag';
  if (isYes(fields.is_license_intro)) return 'intro';
  return 'reference';
}

const percentage = (value: string | string[] | undefined, otherwise: number): number =>
  isText(value) ? Number(value) : otherwise;
