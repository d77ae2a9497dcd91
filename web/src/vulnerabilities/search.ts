// The search parameters of the lists of vulnerabilities.

import { choiceIn, type RawSearch, textIn } from '../address/parameters.ts';
import { severityValues, taskPriorityValues } from '../api/described.ts';
import { COVERAGES, type Coverage } from '../elements/coverages.ts';

export const SEVERITIES = severityValues;

/** The lists beside the vulnerabilities: upgrades, and components near their end of life. */
const VIEWS = ['remedies', 'ends'] as const;
export const EPSS_STEPS = ['1', '10', '50'] as const;

export interface VulnerabilitySearch {
  find?: string;
  severity?: (typeof SEVERITIES)[number];
  /** Only exploited vulnerabilities. */
  exploited?: boolean;
  /** Only vulnerabilities with at least this EPSS, in percent. */
  epss?: (typeof EPSS_STEPS)[number];
  /** Only vulnerabilities of an item that nobody has decided about. */
  undecided?: boolean;
  /** Only vulnerabilities of an item that was, or was not, compared with advisories as a whole. */
  coverage?: Coverage;
  /** Another list instead of the vulnerabilities. Only projects have it. */
  show?: (typeof VIEWS)[number];
  /** A vulnerability or package. The page lists its users in all projects. */
  who?: string;
  /** Days, such as `2027-05-01`: who had the package between them. */
  from?: string;
  to?: string;
}

export function readVulnerabilitySearch(search: RawSearch): VulnerabilitySearch {
  return {
    find: textIn(search.find),
    severity: choiceIn(search.severity, SEVERITIES),
    exploited: search.exploited === true || undefined,
    epss: choiceIn(search.epss === undefined ? undefined : String(search.epss), EPSS_STEPS),
    show: choiceIn(search.show, VIEWS),
    undecided: search.undecided === true || undefined,
    coverage: choiceIn(search.coverage, COVERAGES),
    who: textIn(search.who),
    from: textIn(search.from),
    to: textIn(search.to),
  };
}

export const ALERT_STATES = ['OPEN', 'CLOSED', 'ANY'] as const;

export interface AlertsSearch {
  /** Open alerts by default. */
  state?: (typeof ALERT_STATES)[number];
  /** Only alerts of items that were, or were not, compared with advisories. */
  coverage?: Coverage;
}

export function readAlertsSearch({ state, coverage }: RawSearch): AlertsSearch {
  return { state: choiceIn(state, ALERT_STATES), coverage: choiceIn(coverage, COVERAGES) };
}

export interface AllAlertsSearch extends AlertsSearch {
  find?: string;
  severity?: (typeof SEVERITIES)[number];
  priority?: (typeof taskPriorityValues)[number];
  /** Only alerts of exploited vulnerabilities. */
  exploited?: boolean;
}

export function readAllAlertsSearch(search: RawSearch): AllAlertsSearch {
  return {
    ...readAlertsSearch(search),
    find: textIn(search.find),
    severity: choiceIn(search.severity, SEVERITIES),
    priority: choiceIn(search.priority, taskPriorityValues),
    exploited: search.exploited === true || undefined,
  };
}
