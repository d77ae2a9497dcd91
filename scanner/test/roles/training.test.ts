// The weights of the model of roles belong to what they were trained on, and training is the same each time.
import { expect, it } from 'vitest';
import { readRoleFile } from '../../src/licenses/roles/lexicon.ts';
import { grades, ROLES } from '../../src/licenses/roles/model.ts';
import { readFiles } from './examples.ts';
import { train } from './training.ts';
import { digestOfTraining } from './training-digest.ts';

it('the weights are as new as their inputs: after a change of words, features or judged files, run `npm run roles`', () => {
  expect(readRoleFile('weights.yaml')).toMatchObject({ digest: digestOfTraining(), roles: ROLES });
});

it('training on the same files gives the same weights, and a model that knows them', () => {
  const files = readFiles(['two'], []);
  const model = train(files);
  expect(train(files)).toEqual(model);
  const rows = files.filter(({ copy }) => copy === 0).map(({ rows: names }) => names);
  const right = rows.filter((names) => {
    const graded = grades(
      names.map(({ weighed }) => weighed),
      model,
    );
    return names.every(({ labels }, i) => {
      const shares = graded[i]?.shares ?? [];
      return labels.length === 0 || shares.length === 0 || labels.includes(shares.indexOf(Math.max(...shares)));
    });
  });
  expect(right.length / rows.length).toBeGreaterThan(0.8);
});
