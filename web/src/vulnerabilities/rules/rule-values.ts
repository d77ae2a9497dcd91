// The fields of the form of a rule, and the rule that they make.
import type { AnalysisRule, AnalysisRuleChange, AnalysisRuleCondition } from '../../api/models.ts';
import { required } from '../../elements/form-faults.ts';
import { type AnalysisValues, analysisFaults, NEW_ANALYSIS } from '../analysis-fields.tsx';

type Needed<Member extends keyof AnalysisRuleCondition> = NonNullable<AnalysisRuleCondition[Member]>;

export interface RuleValues extends AnalysisValues {
  name: string;
  vulnerabilities: string[];
  weaknesses: string[];
  severities: Needed<'severities'>;
  /** In percent; '' if it does not matter. */
  epssFrom: number | string;
  epssBelow: number | string;
  /** A package and its range of versions in each line. */
  packages: string;
  dependencyLevels: Needed<'dependencyLevels'>;
  parents: string[];
  scopes: Needed<'scopes'>;
  folderIds: number[];
  projectIds: number[];
  includeCopies: boolean;
  projectNames: string[];
  paths: string[];
  /** '' until the user has chosen, so that nobody forgets the end. */
  ends: '' | 'day' | 'never';
}

export const LEVELS = ['Top-level', 'Direct', 'Transitive'] as const satisfies Needed<'dependencyLevels'>;
export const SCOPES = [
  'runtime',
  'optional',
  'peer',
  'build',
  'test',
  'development',
  'unknown',
] as const satisfies Needed<'scopes'>;

export const NEW_RULE: RuleValues = {
  ...NEW_ANALYSIS,
  name: '',
  vulnerabilities: [],
  weaknesses: [],
  severities: [],
  epssFrom: '',
  epssBelow: '',
  packages: '',
  dependencyLevels: [],
  parents: [],
  scopes: [],
  folderIds: [],
  projectIds: [],
  includeCopies: false,
  projectNames: [],
  paths: [],
  ends: '',
};

export const ruleFaults = {
  ...analysisFaults<RuleValues>(),
  name: required,
  ends: (ends: RuleValues['ends']) => (ends === '' ? 'Say when the rule ends, or that it never does.' : null),
  expiresOn: (day: string, { ends }: RuleValues) => (ends === 'day' && day === '' ? 'Choose the last day.' : null),
};

const percentOf = (score: number | null | undefined) => (score == null ? '' : Math.round(score * 10_000) / 100);
const scoreOf = (percent: number | string) => (percent === '' ? null : Number(percent) / 100);

export function valuesOf(rule: AnalysisRule): RuleValues {
  const { condition, expiresOn } = rule;
  const { epssFrom, epssBelow, packages = [], ...rest } = condition;
  return {
    ...NEW_RULE,
    ...rest,
    name: rule.name,
    epssFrom: percentOf(epssFrom),
    epssBelow: percentOf(epssBelow),
    packages: packages.map((one) => `${one.package} ${one.versions}`.trim()).join('\n'),
    state: rule.state,
    justification: (rule.justification || null) as AnalysisValues['justification'],
    response: (rule.response || null) as AnalysisValues['response'],
    remarks: rule.ground,
    suppress: rule.suppress,
    ends: expiresOn === 'never' ? 'never' : 'day',
    expiresOn: expiresOn === 'never' ? '' : expiresOn.slice(0, 10),
  };
}

export function ruleOf(values: RuleValues, isEnabled: boolean): AnalysisRuleChange {
  const {
    name,
    state,
    justification,
    response,
    remarks,
    suppress,
    ends,
    expiresOn,
    epssFrom,
    epssBelow,
    packages,
    ...condition
  } = values;
  if (state === null) throw new Error('The form was sent without a state.');
  return {
    name: name.trim(),
    condition: {
      ...condition,
      includeCopies: condition.includeCopies && condition.projectIds.length > 0,
      epssFrom: scoreOf(epssFrom),
      epssBelow: scoreOf(epssBelow),
      packages: packages.split('\n').flatMap((line) => {
        const [own = '', ...versions] = line.trim().split(/\s+/);
        return own === '' ? [] : [{ package: own, versions: versions.join('') }];
      }),
    },
    state,
    ...(justification && { justification }),
    ...(response && { response }),
    ground: remarks.trim(),
    suppress,
    expiresOn: ends === 'day' ? expiresOn : 'never',
    isEnabled,
  };
}
