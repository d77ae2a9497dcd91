// Reads Gradle scripts in Groovy and Kotlin without running them: the literals of their dependencies and of their project. packages/gradle/
// fills in the values from other files (version catalogs, gradle.properties, variables of the root script) and names the project.
// Documentation: https://docs.gradle.org/current/userguide/declaring_dependencies.html
import type { GradleRequests } from '../../../definitions.ts';
import type { ManifestReader } from '../../member.ts';
import { definitionsOf, type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { readSafely, textOf } from '../../shared/problems.ts';
import { exactGradleVersion, fillVariables, plainName, splitNotation, withDollars } from '../gradle-notation.ts';
import { projectOf } from './project.ts';
import { type RequestedNotation, requestsOf } from './requests.ts';
import { tokenize } from './tokens.ts';
import { isOpen, variablesOf } from './variables.ts';

const MAX_VARIABLES = 5000;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The Gradle script', (problems) => {
      const tokens = tokenize(textOf(bytes));
      const variables = variablesOf(tokens);
      const fill = (text: string) => fillVariables(text, (name) => variables.get(name));
      const { notations, managed, shared } = requestsOf(tokens);
      const versions = new Map(managed.map((text) => splitNotation(fill(text))));
      const open: GradleRequests = { references: [], open: [], variables: [] };
      const requirements: ManifestRequirement[] = [];
      for (const one of notations) {
        const notation = notationOf(one, variables);
        const { scope, line } = one;
        if (notation === undefined) open.references.push({ accessor: one.text, scope, line });
        else if (isOpen(notation)) open.open.push({ notation, scope, line });
        else {
          const [fullName, written] = splitNotation(notation);
          const requirement = written || (versions.get(fullName) ?? '');
          const version = exactGradleVersion(requirement);
          requirements.push({
            fullName: withDollars(fullName),
            requirement: withDollars(requirement),
            version,
            scope,
            line,
          });
        }
      }
      open.variables = [...variables].slice(0, MAX_VARIABLES).map(([name, value]) => [name, fill(value)]);
      if (shared.length > 0) open.managed = shared.slice(0, MAX_VARIABLES).map((text) => splitNotation(fill(text)));
      const project = projectOf(tokens);
      if (project !== undefined) open.project = project;
      const findings = manifestFindings('maven', undefined, distinct(requirements), problems);
      return isNothing(open) ? findings : [...findings, definitionsOf('maven', { gradle: open })];
    }),
};

/**
 * The notation of a request, which may be the value of a variable of this file; undefined if another file must supply
 * it.
 */
function notationOf({ kind, text }: RequestedNotation, variables: ReadonlyMap<string, string>): string | undefined {
  const written = kind === 'notation' ? text : variables.get(plainName(text));
  return written?.includes(':') === true ? fillVariables(written, (name) => variables.get(name)) : undefined;
}

/** Merges equal requests of several configurations: a runtime request has priority. */
function distinct(requirements: readonly ManifestRequirement[]): ManifestRequirement[] {
  const byName = new Map<string, ManifestRequirement>();
  for (const requirement of requirements) {
    const before = byName.get(requirement.fullName);
    if (before === undefined || (before.scope !== 'runtime' && requirement.scope === 'runtime'))
      byName.set(requirement.fullName, {
        ...requirement,
        requirement: requirement.requirement || (before?.requirement ?? ''),
        version: requirement.version || (before?.version ?? ''),
      });
  }
  return [...byName.values()];
}

function isNothing({ references, open, variables, managed, project }: GradleRequests): boolean {
  const isEmpty = references.length === 0 && open.length === 0 && variables.length === 0;
  return isEmpty && managed === undefined && project === undefined;
}
