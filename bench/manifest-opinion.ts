// Compares what the manifest readers say with the expectations of ScanCode's package tests. Prints JSON: for each format, packages (`purl`), requests
// (`asks`), their directness and scope, and edges; each as right/missing/more, first without any deviation, then with the deviations of
// scancode-deviations.yaml; how many lines each deviation hides; and the lines about which no expectation of a format says anything.
//   node bench/manifest-opinion.ts [--lines <format>]
// `--lines` lists on standard error the raw differences of a format, or of all formats with `--lines .`.
import { parseArgs } from 'node:util';
import {
  type Comparison,
  compareAll,
  type Deviation,
  deviations,
  LINE_KINDS,
} from '../scanner/test/manifests/scancode-corpus.ts';
import {
  type Count,
  differencesOf,
  figuresOf,
  kindOf,
  silentKinds,
} from '../scanner/test/manifests/scancode-differences.ts';

const { values: options } = parseArgs({ options: { lines: { type: 'string' } } });
const compared = compareAll();
const silent = silentKinds(compared);
const formats = Map.groupBy(compared, ({ member }) => member);

console.log(
  JSON.stringify(
    {
      files: compared.length,
      formats: Object.fromEntries([...formats].sort().map(([format, some]) => [format, formatFigures(format, some)])),
      all: { raw: shares(figuresOf(compared, silent, [])), withDeviations: shares(figuresOf(compared, silent)) },
      deviations: deviations.map((rule) => ({ ...rule, hides: hiddenBy(rule) })),
    },
    null,
    1,
  ),
);
if (options.lines !== undefined) {
  for (const one of compared.filter(({ member }) => options.lines === '.' || member === options.lines)) {
    const { missing, more } = differencesOf(one, silent.get(one.member) ?? new Set(), []);
    for (const line of missing) console.error(`${one.path}: - ${line}`);
    for (const line of more) console.error(`${one.path}: + ${line}`);
  }
}

function formatFigures(format: string, some: readonly Comparison[]) {
  const kinds = silent.get(format) ?? new Set();
  const unsaid = LINE_KINDS.filter((kind) => kinds.has(kind)).map((kind) => {
    const lines = some.flatMap(({ found }) => [...found].filter((line) => kindOf(line) === kind));
    return [kind, lines.length] as const;
  });
  return {
    files: some.length,
    raw: texts(figuresOf(some, silent, [])),
    withDeviations: texts(figuresOf(some, silent)),
    unsaid: Object.fromEntries(unsaid.filter(([, count]) => count > 0)),
  };
}

/** `right/missing/more` for the kinds that occur. */
function texts(figures: Record<string, Count>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(figures)
      .filter(([, { right, missing, more }]) => right + missing + more > 0)
      .map(([kind, { right, missing, more }]) => [kind, `${right}/${missing}/${more}`]),
  );
}

function shares(figures: Record<string, Count>) {
  return Object.fromEntries(
    Object.entries(figures).map(([kind, { right, missing, more }]) => [
      kind,
      {
        counts: `${right}/${missing}/${more}`,
        recall: percent(right, right + missing),
        precision: percent(right, right + more),
      },
    ]),
  );
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.round((1000 * part) / whole) / 10;
}

function hiddenBy(rule: Deviation): number {
  return compared
    .map((one) => differencesOf(one, silent.get(one.member) ?? new Set()).hidden.get(rule)?.length ?? 0)
    .reduce((sum, count) => sum + count, 0);
}
