// The filters of the inventory: their names in the address, their members in requests, and their words. The filters of the address, of saved views and of
// decisions about many rows are this one list.
import type { components } from '../api/schema.d.ts';

export type ItemFilter = components['schemas']['ItemFilter'];
export type ItemGrouping = NonNullable<ItemFilter['groupBy']>;

/** As answers and addresses name them, and as requests do. */
export const REVIEWS = { Draft: 'DRAFT', Approved: 'APPROVED', Rejected: 'REJECTED' } as const;

/** A filter with some values. The compiler refuses a list that is not the one of the API description. */
interface ChoiceOf<Member extends keyof ItemFilter> {
  /** The member of the request. */
  member: Member;
  label: string;
  /** Its values, and their words. */
  words: Readonly<Record<Exclude<NonNullable<ItemFilter[Member]>, 'ALL' | number>, string>>;
}
type Choice = { [Member in keyof ItemFilter]-?: ChoiceOf<Member> }[keyof ItemFilter];

/** Filters with some values, by their names in the address, in the order of the form. */
export const CHOICES = {
  published: {
    member: 'published',
    label: 'Publication',
    words: { PUBLISHED: 'Published', UNPUBLISHED: 'Unpublished' },
  },
  priority: {
    member: 'priority',
    label: 'Priority',
    words: { P1: 'P1 high', P2: 'P2 medium', P3: 'P3 low', P4: 'P4 other' },
  },
  type: {
    member: 'type',
    label: 'Type',
    words: { COMPONENT: 'Components', LICENSE: 'License only', WORK_IN_PROGRESS: 'Work in progress' },
  },
  license: {
    member: 'licensePriority',
    label: 'Kind of license',
    words: { P1: 'Strong copyleft', P2: 'Weak copyleft', P3: 'Permissive', UNKNOWN: 'No license known' },
  },
  policy: {
    member: 'policyResult',
    label: 'Policy',
    words: {
      APPROVED: 'Approved by the policy',
      REJECTED: 'Rejected by the policy',
      NONE: 'Not decided by the policy',
    },
  },
  ground: {
    member: 'ground',
    label: 'Why it is decided',
    words: {
      UNDECIDED: 'Undecided',
      LAPSED: 'To be decided again',
      PERSON: 'By a person',
      POLICY: 'By the policy',
      CARRIED: 'Follows from another review',
      IMPORTED: 'Imported with its review',
      UNRECORDED: 'Before decisions were recorded',
      GONE: 'Gone',
    },
  },
  level: {
    member: 'dependencyLevel',
    label: 'Dependency',
    words: { 'Top-level': 'Top level', Direct: 'Direct', Transitive: 'Transitive', 'N/A': 'Not known' },
  },
  scope: {
    member: 'dependencyScope',
    label: 'Scope',
    words: { Runtime: 'Runtime', 'Non Runtime': 'Not at runtime' },
  },
  confidence: { member: 'confidence', label: 'Confidence', words: { HIGH: 'High', MEDIUM: 'Medium', LOW: 'Low' } },
  tie: {
    member: 'tie',
    label: 'Files',
    words: { WITH_FILES: 'With files', WITHOUT_FILES: 'Without files', GONE: 'Gone since a scan' },
  },
  version: {
    member: 'version',
    label: 'Version',
    words: { KNOWN: 'Known version', UNKNOWN: 'Unknown version' },
  },
  coverage: {
    member: 'coverage',
    label: 'Comparison with advisories',
    words: { compared: 'Compared', 'not-compared': 'Not compared' },
  },
  why: {
    member: 'notCompared',
    label: 'Why not compared',
    words: {
      ecosystem: 'No data for the ecosystem',
      distribution: 'No data for the distribution',
      release: 'No data for the release',
      name: 'Name not usable',
      version: 'Version unknown',
      unread: 'Not read yet',
    },
  },
} as const satisfies Record<string, Choice>;
export type ChoiceName = keyof typeof CHOICES;
export const CHOICE_NAMES = Object.keys(CHOICES) as ChoiceName[];

/** Filters with a text. */
export const TEXTS = {
  exact: { member: 'license', label: 'Exact license', hint: 'SPDX id or expression' },
  purl: { member: 'purl', label: 'Package URL', hint: 'Part of it' },
  notes: { member: 'notes', label: 'Notes', hint: 'Part of a note' },
} as const satisfies Record<string, { member: keyof ItemFilter; label: string; hint: string }>;
export type TextName = keyof typeof TEXTS;
export const TEXT_NAMES = Object.keys(TEXTS) as TextName[];

export const GROUPINGS: Record<ItemGrouping, string> = {
  LICENSE: 'License',
  COMPONENT: 'Component',
  FOLDER: 'Folder',
  GROUND: 'Why it is decided',
  PRIORITY: 'Priority',
};

export type ChoiceValue<Name extends ChoiceName> = keyof (typeof CHOICES)[Name]['words'];
export const valuesOf = <Name extends ChoiceName>(name: Name) =>
  Object.keys(CHOICES[name].words) as ChoiceValue<Name>[];
export const wordOf = (name: ChoiceName, value: string): string =>
  (CHOICES[name].words as Readonly<Record<string, string>>)[value] ?? value;
