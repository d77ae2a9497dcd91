// SARIF 2.1.0, which code hosts show beside the code: a rule for each vulnerability, a result for each package that has it.
// https://docs.oasis-open.org/sarif/sarif/v2.1.0/
import type { CheckedVulnerability } from '../../advisories/index.ts';
import { decisionInWords, isClosing } from '../decisions/model.ts';
import {
  ageInWords,
  allClear,
  type CheckReport,
  countsOf,
  dataAsOf,
  decidedSentence,
  type FoundVulnerability,
  leftOutInWords,
  notComparedSentence,
  notesOf,
  staleInWords,
  usedData,
} from './report.ts';

export function writeSarif(report: CheckReport): string {
  const { tool, packages, vulnerabilities, advisories } = report;
  const filesOf = new Map(packages.map(({ shown, files }) => [shown, files]));
  const rules = [...new Map(vulnerabilities.map((one) => [one.name, one])).values()];
  const indexOf = new Map(rules.map(({ name }, index) => [name, index]));
  const warnings = [
    ...report.endedDecisions,
    notComparedSentence(report),
    staleInWords(report),
    leftOutInWords(report),
  ];
  const notes = [decidedSentence(report), ...notesOf(report), allClear(report)];
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: tool.name,
            version: tool.version,
            rules: rules.map(ruleOf),
          },
        },
        // Code hosts show a run without results as safe, so it names the advisories that were compared.
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: [
              {
                level: dataAsOf(report) === null ? 'warning' : 'note',
                message: { text: `Compared with ${ageInWords(report)}.` },
              },
              ...warnings.map((text) => ({ level: 'warning', message: { text } })),
              ...notes.map((text) => ({ level: 'note', message: { text } })),
            ].filter(({ message }) => message.text !== ''),
          },
        ],
        properties: {
          dataAsOf: dataAsOf(report),
          advisories: { ...advisories, used: usedData(report) },
          counts: countsOf(report),
          notCompared: packages.flatMap(({ shown, coverage }) =>
            coverage.state === 'compared'
              ? []
              : [{ package: shown, reason: coverage.reason, sentence: coverage.sentence }],
          ),
        },
        results: vulnerabilities.map((one) => ({
          ruleId: one.name,
          ruleIndex: indexOf.get(one.name),
          level: levelOf(one),
          message: { text: messageOf(one) },
          locations: (filesOf.get(one.shown) ?? []).slice(0, 10).map((path) => ({
            physicalLocation: { artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/') } },
          })),
          partialFingerprints: { vulnerabilityInPackage: `${one.name} ${one.shown}` },
          ...(report.baseline === '' ? {} : { baselineState: one.isInBaseline === true ? 'unchanged' : 'new' }),
          ...(one.decision === undefined || !isClosing(one.decision)
            ? {}
            : {
                suppressions: [{ kind: 'external', status: 'accepted', justification: decisionInWords(one.decision) }],
              }),
        })),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function ruleOf({ name, words, score, severity }: CheckedVulnerability) {
  return {
    id: name,
    shortDescription: { text: words.summary || name },
    fullDescription: { text: (words.description || name).slice(0, 1000) },
    ...(words.url === '' ? {} : { helpUri: words.url }),
    properties: {
      tags: ['security', ...words.cwes],
      // Readers take the number as CVSS. If no source states a score, the number is left out.
      ...(score === null ? {} : { 'security-severity': score.toFixed(1) }),
      severity,
    },
  };
}

function levelOf({ outcome, severity }: CheckedVulnerability): 'error' | 'warning' | 'note' {
  if (outcome === 'undetermined') return 'warning';
  if (severity === 'CRITICAL' || severity === 'HIGH') return 'error';
  return severity === 'LOW' || severity === 'NONE' ? 'note' : 'warning';
}

function messageOf({ shown, name, outcome, fixedIn, words, isByCpe }: FoundVulnerability): string {
  const verb = outcome === 'affected' ? 'is affected by' : 'may be affected by';
  const fix = fixedIn.length > 0 ? ` Fixed in ${fixedIn.join(', ')}.` : '';
  return `${shown} ${verb} ${name}.${isByCpe ? ' Only a CPE names the product.' : ''}${words.summary === '' ? '' : ` ${words.summary.replace(/\.?$/, '.')}`}${fix}`;
}
