// Why a package is, or is not, affected by a vulnerability: each record of it, with the steps of the comparison.
import { type MatchOutcome, matchAdvisory, subjectOf } from '@assay/scanner/advisories';
import { factsOfPurl } from '../db/advisories/matches.ts';
import { hasRecords, listRecordsOf } from '../db/advisories/records.ts';
import type { Db } from '../db/postgres/connection.ts';
import { findVulnerabilityNamed } from '../db/vulnerabilities/vulnerabilities.ts';
import { matchOutcomes } from '../domain/vulnerabilities/vulnerability.ts';
import { badRequest, notFound } from '../errors.ts';

export interface Explanation {
  purl: string;
  vulnerability: string;
  outcome: MatchOutcome;
  /** In one sentence. */
  verdict: string;
  records: {
    source: string;
    id: string;
    outcome: MatchOutcome;
    why: string[];
    fixedIn: string[];
    dataAsOf: Date | null;
  }[];
}

const NO_DATA =
  'this server has no advisories yet. Import them, or let a source be updated, before you conclude anything.';

export async function explainMatch(db: Db, purl: string, name: string): Promise<Explanation> {
  const subject = subjectOf(purl, await factsOfPurl(db, purl));
  if ('problem' in subject) throw badRequest(`The package URL "${purl}" cannot be read: ${subject.problem}`);
  const vulnerability = await findVulnerabilityNamed(db, name);
  if (!vulnerability)
    throw notFound(
      'Vulnerability',
      name,
      (await hasRecords(db)) ? 'no record of an enabled source names it.' : NO_DATA,
    );
  const stored = await listRecordsOf(db, vulnerability.id);
  const answered = stored.map(({ source, advisory, dataAsOf }) => ({
    source,
    dataAsOf,
    advisory,
    answer: matchAdvisory(subject, advisory),
  }));
  // As in matching: records of exactly this release count; only if there are none, those of the plain release do.
  const naming = answered.filter(({ answer }) => answer.release !== 'other');
  const exact = naming.filter(({ answer }) => answer.release === 'exact');
  const counted = exact.length > 0 ? exact : naming;
  const outcome = matchOutcomes.find((one) => counted.some(({ answer }) => answer.outcome === one)) ?? 'not-affected';
  return {
    purl,
    vulnerability: vulnerability.name,
    outcome,
    verdict: verdictOf(purl, vulnerability.name, outcome),
    records: answered.map(({ source, advisory, answer, dataAsOf }) => ({
      source,
      id: advisory.id,
      outcome: answer.outcome,
      why: answer.why,
      fixedIn: answer.fixedIn,
      dataAsOf,
    })),
  };
}

function verdictOf(purl: string, name: string, outcome: MatchOutcome): string {
  if (outcome === 'affected') return `${purl} is affected by ${name}.`;
  if (outcome === 'not-affected')
    return `${purl} is not affected by ${name}, according to the records that are known here.`;
  return `Whether ${purl} is affected by ${name} cannot be decided. Do not assume that it is safe.`;
}
