// What the addresses of lists of vulnerabilities may say.
import { choiceIn, type RawSearch, textIn } from '../address/parameters.ts';

export const SEVERITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'NONE', 'UNKNOWN'] as const;

export interface VulnerabilitySearch {
  find?: string;
  severity?: (typeof SEVERITIES)[number];
  /** Only those that are exploited. */
  exploited?: boolean;
  /** Which dependency to raise, instead of the vulnerabilities; of a project alone. */
  show?: 'remedies';
  /** A vulnerability or package whose users are looked for, over all projects. */
  who?: string;
}

export function readVulnerabilitySearch(search: RawSearch): VulnerabilitySearch {
  return {
    find: textIn(search.find),
    severity: choiceIn(search.severity, SEVERITIES),
    exploited: search.exploited === true || undefined,
    show: choiceIn(search.show, ['remedies'] as const),
    who: textIn(search.who),
  };
}

export const ALERT_STATES = ['OPEN', 'CLOSED', 'ANY'] as const;

export interface AlertsSearch {
  /** Without one the open alerts are listed. */
  state?: (typeof ALERT_STATES)[number];
}

export function readAlertsSearch({ state }: RawSearch): AlertsSearch {
  return { state: choiceIn(state, ALERT_STATES) };
}
