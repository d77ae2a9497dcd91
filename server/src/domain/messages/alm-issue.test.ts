// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are templates of ours.
import { describe, expect, it } from 'vitest';
import {
  type AttemptFailure,
  afterFailure,
  DEFAULT_DESCRIPTION_TEMPLATE,
  DEFAULT_SUMMARY_TEMPLATE,
  issueDescription,
  issueLabel,
  issueSummary,
  type TemplateValues,
  templateVariables,
  trackerUrl,
  unknownVariable,
} from './alm-issue.ts';

const values = Object.fromEntries(templateVariables.map((name) => [name, name.toLowerCase()])) as TemplateValues;

describe('templates', () => {
  it.each([
    ['${TASK_SUMMARY} of ${PROJECT_NAME}', 'task_summary of project_name'],
    ['a\n b\t c', 'a b c'],
    ['${', '${'],
    ['${NOPE}', '${NOPE}'],
    ['${constructor}', '${constructor}'],
    ['x'.repeat(300), `${'x'.repeat(254)}…`],
    [`${'x'.repeat(253)}😀y`, `${'x'.repeat(253)}…`],
  ])('the summary of %j', (template, text) => {
    expect(issueSummary(template, values)).toBe(text);
  });

  it('values are not expanded as templates, and are escaped in descriptions', () => {
    const evil = { ...values, TASK_SUMMARY: '${PROJECT_NAME} [~admin] {html} !http://x/y.png! \\' };
    expect(issueSummary('${TASK_SUMMARY}', evil)).toBe('${PROJECT_NAME} [~admin] {html} !http://x/y.png! \\');
    expect(issueDescription('*${TASK_SUMMARY}*', evil)).toBe(
      '*$\\{PROJECT_NAME\\} \\[~admin\\] \\{html\\} \\!http://x/y.png\\! \\\\*',
    );
  });

  it('list their variables', () => {
    expect(unknownVariable(DEFAULT_SUMMARY_TEMPLATE)).toBeUndefined();
    expect(unknownVariable(DEFAULT_DESCRIPTION_TEMPLATE)).toBeUndefined();
    expect(unknownVariable('${TASK_ID} ${TASK_COLOUR}')).toBe('TASK_COLOUR');
    expect(unknownVariable('${}')).toBe('');
  });

  it('a label contains no blank', () => {
    expect(issueLabel('0f3a', 17)).toBe('assay-0f3a-task-17');
  });
});

it.each<[AttemptFailure, number, string, number | undefined]>([
  [{ type: 'refused', message: 'no' }, 1, 'FAILED', undefined],
  [{ type: 'away', message: 'no' }, 1, 'WAITING', 60],
  [{ type: 'away', message: 'no' }, 5, 'WAITING', 3600],
  [{ type: 'login', message: 'no' }, 11, 'WAITING', 43_200],
  [{ type: 'login', message: 'no' }, 12, 'FAILED', undefined],
  [{ type: 'throttled', message: 'no' }, 1, 'WAITING', 60],
  [{ type: 'throttled', message: 'no', retryAfterSeconds: 7 }, 1, 'WAITING', 60],
  [{ type: 'throttled', message: 'no', retryAfterSeconds: 700 }, 1, 'WAITING', 700],
  [{ type: 'throttled', message: 'no', retryAfterSeconds: 9e9 }, 1, 'WAITING', 86_400],
])('after %j, attempt %i: %s', (failure, attempts, state, waitSeconds) => {
  expect(afterFailure(failure, attempts)).toEqual({ state, error: 'no', ...(waitSeconds ? { waitSeconds } : {}) });
});

it.each([
  ['https://jira.example.org/', 'https://jira.example.org'],
  [' HTTP://Jira.example.org:8080/jira// ', 'http://jira.example.org:8080/jira'],
  ['https://u:p@jira.example.org', undefined],
  ['https://jira.example.org/?a=b', undefined],
  ['ftp://jira.example.org', undefined],
  ['jira.example.org', undefined],
])('the address %s', (text, url) => {
  expect(trackerUrl(text)).toBe(url);
});
