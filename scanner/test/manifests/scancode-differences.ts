// What remains different between expectations and findings after the deviations, and figures of both. For tests and benchmarks only.
import { type Comparison, type Deviation, deviations, LINE_KINDS, type LineKind } from './scancode-corpus.ts';

export interface Differences {
  missing: string[];
  more: string[];
  /** The lines that each deviation hides. */
  hidden: Map<Deviation, string[]>;
}

export interface Count {
  right: number;
  missing: number;
  more: number;
}

/** The kinds of lines about which no expectation of a format says anything; what is found of these is no difference. */
export function silentKinds(compared: readonly Comparison[]): Map<string, Set<LineKind>> {
  const silent = new Map(compared.map(({ member }) => [member, new Set(LINE_KINDS)]));
  for (const { member, expected } of compared) {
    for (const line of expected) silent.get(member)?.delete(kindOf(line));
  }
  return silent;
}

/** Differences of a comparison, less those that deviations explain. Without deviations, all of them. */
export function differencesOf(
  { path, expected, found }: Comparison,
  silent: ReadonlySet<LineKind>,
  rules: readonly Deviation[] = deviations,
): Differences {
  const hidden = new Map<Deviation, string[]>();
  const ruleFor = (side: Deviation['side'], line: string) => {
    const rule = rules.find(
      (one) => one.side === side && new RegExp(one.path ?? '').test(path) && new RegExp(one.line).test(line),
    );
    if (rule !== undefined) hidden.set(rule, [...(hidden.get(rule) ?? []), line]);
    return rule;
  };
  const wanted = new Set<string>();
  for (const line of expected) {
    const rule = found.has(line) ? undefined : ruleFor('expected', line);
    if (rule === undefined) wanted.add(line);
    else if (rule.instead !== undefined) wanted.add(line.replace(new RegExp(rule.line), rule.instead));
  }
  const stated = new Set([...wanted].map(withoutScope));
  const missing = [...wanted].filter((line) => !found.has(line));
  const more = [...found].filter(
    (line) =>
      !wanted.has(line) &&
      !silent.has(kindOf(line)) &&
      (kindOf(line) !== 'scope' || stated.has(withoutScope(line))) &&
      ruleFor('found', line) === undefined,
  );
  return { missing, more, hidden };
}

/** Counts by kind of line. */
export function figuresOf(
  compared: readonly Comparison[],
  silent: ReadonlyMap<string, ReadonlySet<LineKind>>,
  rules: readonly Deviation[] = deviations,
): Record<LineKind, Count> {
  const figures = Object.fromEntries(LINE_KINDS.map((kind) => [kind, { right: 0, missing: 0, more: 0 }])) as Record<
    LineKind,
    Count
  >;
  for (const one of compared) {
    const { missing, more } = differencesOf(one, silent.get(one.member) ?? new Set(), rules);
    for (const line of one.expected) if (one.found.has(line)) figures[kindOf(line)].right++;
    for (const line of missing) figures[kindOf(line)].missing++;
    for (const line of more) figures[kindOf(line)].more++;
  }
  return figures;
}

/** A scope counts only for requests whose scope is expected. */
function withoutScope(line: string): string {
  return line.replace(/^scope \w+ /, 'scope ');
}

export function kindOf(line: string): LineKind {
  return line.slice(0, line.indexOf(' ')) as LineKind;
}
