import { describe, expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { rangeFor, reaches, reachWords } from './reach.ts';

const npm = { type: 'npm', version: '1.2.3' };

describe('a range of versions', () => {
  it.each([
    ['', ''],
    ['  ', ''],
    ['vers:npm/>=1.0.0|<2.0.0', 'vers:npm/>=1.0.0|<2.0.0'],
    [' vers:npm/<2.0.0|>=1.0.0', 'vers:npm/>=1.0.0|<2.0.0'],
    ['vers:npm/*', 'vers:npm/*'],
  ])('%j is stored as %j', (given, stored) => expect(rangeFor(given, npm)).toBe(stored));

  it.each(['1.x', 'vers:pypi/*', 'vers:npm/>=2.0.0', 'vers:npm/', 'vers:npm/>=1.0.0|!!'])('%j is refused', (given) =>
    expect(isRefusal(rangeFor(given, npm))).toBe(true),
  );
});

describe('a review reaches', () => {
  const within = { scope: 'PROJECT', versions: 'vers:npm/>=1.0.0|<2.0.0' } as const;
  it.each([
    [within, '1.9.0', true],
    [within, '2.0.0', false],
    [{ scope: 'SITE', versions: '' } as const, '1.2.3', true],
    [{ scope: 'SITE', versions: '' } as const, '1.2.4', false],
    // The one that was decided about, whatever the range says.
    [{ scope: 'SITE', versions: 'vers:npm/2.0.0' } as const, '1.2.3', true],
  ])('%j for %s: %s', (reach, version, answer) => expect(reaches(reach, '1.2.3', version)).toBe(answer));
});

it('is told in words', () => {
  expect(reachWords({ scope: 'SITE', versions: 'vers:npm/*' }, '1.2.3')).toBe('1.2.3 and vers:npm/*, in all projects');
  expect(reachWords({ scope: 'FOLDER', versions: '' }, '1.2.3')).toBe('1.2.3, in the projects of a folder');
});
