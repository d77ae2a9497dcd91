import { describe, expect, it } from 'vitest';
import {
  type DecisionKind,
  type DecisionSubject,
  decisionKinds,
  refuseSubject,
  type StoredDecision,
  standingOf,
  subjectKey,
} from './decision.ts';

const NOW = new Date('2026-05-01T00:00:00Z');
let ids = 0;
const decision = (more: Partial<StoredDecision> = {}): StoredDecision => ({
  id: ++ids,
  kind: 'review',
  subject: { finding: 'a' },
  scope: 'item',
  projectId: 1,
  itemId: 7,
  value: { status: 'APPROVED' },
  ground: { by: 'person', licenseExpression: 'MIT' },
  author: 'ann',
  decidedAt: new Date('2026-01-01T00:00:00Z'),
  expiresAt: null,
  supersededAt: null,
  ...more,
});
const rejected = { value: { status: 'REJECTED' } };

describe('standingOf', () => {
  const cases: [string, Partial<StoredDecision>[], Record<string, unknown>, string[]][] = [
    ['the ground is as it was', [{}], { licenseExpression: 'MIT' }, ['holds']],
    ['nothing is known now', [{}], {}, ['holds']],
    ['the license is another', [{}], { licenseExpression: 'GPL-2.0-only' }, ['lapsed']],
    ['its item says why it lapsed', [{}], { licenseExpression: 'MIT', lapse: 'The texts changed.' }, ['lapsed']],
    ['the thing is gone', [{}], { isPresent: false }, ['lapsed']],
    ['the file has other bytes', [{ ground: { by: 'person', sha256: 'a' } }], { sha256: 'b' }, ['lapsed']],
    ['its time is over', [{ expiresAt: new Date('2026-04-30T00:00:00Z') }], {}, ['expired']],
    ['its time is not over', [{ expiresAt: new Date('2026-05-02T00:00:00Z') }], {}, ['holds']],
    ['a later one took its place', [{ supersededAt: NOW }], {}, ['superseded']],
    ['the narrower scope wins', [{ scope: 'site', ...rejected }, { scope: 'item' }], {}, ['overruled', 'holds']],
    ['of two in one scope the younger wins', [{}, { decidedAt: NOW, ...rejected }], {}, ['overruled', 'holds']],
    ['of two items each has its own', [{}, { itemId: 8, ...rejected }], {}, ['holds', 'holds']],
    ['two that say the same both hold', [{ scope: 'site' }, { scope: 'item' }], {}, ['holds', 'holds']],
    [
      'one that lapsed overrules nothing',
      [{ scope: 'site', ground: { by: 'person' }, ...rejected }, { scope: 'item' }],
      { licenseExpression: 'GPL-2.0-only' },
      ['holds', 'lapsed'],
    ],
    ['others are about another thing', [{}, { subject: { finding: 'b' }, ...rejected }], {}, ['holds', 'holds']],
  ];
  it.each(cases)('%s', (_, given, facts, expected) => {
    const told = standingOf(
      given.map((more) => decision(more)),
      () => facts,
      NOW,
    );
    expect(told.map(({ standing }) => standing)).toEqual(expected);
    for (const { standing, why } of told) expect(why === '').toBe(standing === 'holds');
  });
});

describe('subjects', () => {
  it('the key does not depend on the order of members, and equals the one that PostgreSQL writes', () => {
    expect(subjectKey({ version: '1', component: 'a"b' })).toBe('{"version": "1", "component": "a\\"b"}');
    expect(subjectKey({ component: 'a"b', version: '1' })).toBe(subjectKey({ version: '1', component: 'a"b' }));
  });

  it('each kind refuses a subject with missing members, in a sentence', () => {
    for (const kind of decisionKinds)
      expect(refuseSubject(kind, { wrong: 'x' })?.refusal.message).toContain(`of the kind ${kind} has the members`);
  });

  it.each<[DecisionKind, DecisionSubject]>([
    ['file-reviewed', { path: 'a', sha256: 'b' }],
    ['file-reviewed', { pathPattern: 'a/**' }],
    ['review', { finding: 'x' }],
  ])('%s accepts %j', (kind, subject) => expect(refuseSubject(kind, subject)).toBeUndefined());
});
