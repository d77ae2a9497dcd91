// Trains the two passes of the model of roles on examples. Deterministic: the same files give the same weights.
import { featuresInFile, firstOf, type Model, type Weighed, type Weights } from '../../src/licenses/roles/model.ts';
import { type FileOfNames, OF_RULES } from './examples.ts';
import { type Example, fitted } from './regression.ts';

/** The sentences of the rules are many, and like each other. */
const WEIGHT_OF_RULES = 0.25;
/** Smaller weights are left out, since they change little. */
const LEAST_WEIGHT = 4;

type FeaturesOf = (file: FileOfNames) => (readonly string[] | undefined)[];

const examplesOf = (files: readonly FileOfNames[], featuresOf: FeaturesOf): Example[] =>
  files.flatMap((file) => {
    const features = featuresOf(file);
    return file.rows.flatMap(({ labels }, i) => {
      const own = features[i];
      return own && labels.length > 0
        ? [{ features: own, labels, weight: file.set === OF_RULES ? WEIGHT_OF_RULES : 1 }]
        : [];
    });
  });

const weighedIn = ({ rows }: FileOfNames): Weighed[] => rows.map(({ weighed }) => weighed);
const alone: FeaturesOf = ({ rows }) => rows.map(({ weighed }) => weighed.features);
const inFile = (file: FileOfNames, first: Weights) => featuresInFile(weighedIn(file), firstOf(weighedIn(file), first));

const FOLDS = 3;

/** Both passes; the second one learns from shares of first passes that did not know the file. */
export function train(files: readonly FileOfNames[]): Model {
  const name = fitted(examplesOf(files, alone));
  const foldOf = new Map([...new Set(files.map(({ judged }) => judged))].map((judged, i) => [judged, i % FOLDS]));
  const firsts = Array.from(
    { length: FOLDS },
    (_, fold) =>
    fitted(examplesOf(files.filter(({ judged }) => foldOf.get(judged) !== fold), alone)), // biome-ignore format: one call
  );
  const file = fitted(examplesOf(files, (one) => inFile(one, firsts[foldOf.get(one.judged) ?? 0] ?? name)));
  return { name: withoutSmall(name), file: withoutSmall(file) };
}

const withoutSmall = (weights: Weights): Weights =>
  new Map([...weights].filter(([feature, row]) => feature === '' || row.some((one) => Math.abs(one) >= LEAST_WEIGHT)));
