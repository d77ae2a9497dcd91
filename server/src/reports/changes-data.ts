// What a report tells of the former release of its project: the release, the changes since, and what became of decisions.
import { DIFFERENCE_KINDS, type DifferenceRow } from '@assay/scanner/sbom';
import { Type } from 'typebox';
import { type DecisionKind, decisionKinds } from '../domain/decisions/decision.ts';
import { type DecisionChange, decisionChanges } from '../domain/releases/decision-changes.ts';
import { exactly, oneOf, text, texts } from './data-parts.ts';

/** It has an explicit type, because the compiler cannot infer the type of the whole head otherwise. */
export const ReportFormerRelease = Type.Unsafe<{
  id: number;
  name: string;
  frozenOn: string;
  statesFiles: boolean;
} | null>(
  Type.Union(
    [
      exactly({
        id: Type.Integer(),
        name: text(),
        frozenOn: text('UTC'),
        statesFiles: Type.Boolean({ description: 'False if there are too many files to compare them' }),
      }),
      Type.Null(),
    ],
    { description: 'The release with which the lists differences and decisionChanges compare; null if there is none' },
  ),
);

/** A change since the former release. It has an explicit type, because the compiler cannot infer the types of so many lists. */
export const ReportDifference = Type.Unsafe<DifferenceRow>(
  exactly({
    kind: oneOf(DIFFERENCE_KINDS),
    component: text('Name of the component; of rows about files, the path'),
    before: texts(),
    after: texts(),
    vulnerability: text('Blank for rows about no vulnerability'),
    why: text(
      'component, version or match: why a vulnerability is new or gone; before, after: which side was not compared',
    ),
  }),
);

interface DecisionChangeRow {
  change: DecisionChange;
  kind: DecisionKind;
  subject: string;
  value: string;
  ground: string;
  itemId: number;
  by: string;
  on: string;
}

export const ReportDecisionChange = Type.Unsafe<DecisionChangeRow>(
  exactly({
    change: oneOf(decisionChanges),
    kind: oneOf(decisionKinds),
    subject: text('The item, the file, or what the decision is about'),
    value: text('What was decided'),
    ground: text('Why it counts, or why it no longer does, in one sentence'),
    itemId: Type.Integer({ description: '0 if it is about no single item' }),
    by: text('Login; blank if it is not known'),
    on: text('When it was decided; blank if it is not known'),
  }),
);
