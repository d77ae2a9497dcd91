// The order in which elements may stand in another one: a content model of an XML schema as a machine that takes one element after another. At each place,
// the name of the next element alone says which part of the model it is, as XML schemas require.
import type { ContentModel, Position, XmlDeclaration } from './xml-types.ts';

interface Occurs {
  isOptional: boolean;
  isRepeated: boolean;
}

export type Particle = Occurs &
  (
    | { kind: 'element'; declaration: XmlDeclaration }
    /** Any element of another namespace. */
    | { kind: 'other' }
    | { kind: 'sequence' | 'choice'; parts: Particle[] }
  );

export function contentModel(particle: Particle): ContentModel {
  const model = onceOf(particle);
  if (particle.isRepeated) connect(model.last, model.first);
  return { ...model, isOptional: model.isOptional || particle.isOptional };
}

function onceOf(particle: Particle): ContentModel {
  if (particle.kind === 'element' || particle.kind === 'other') {
    const declaration = particle.kind === 'element' ? particle.declaration : undefined;
    const only = new Set([{ declaration, next: new Set<Position>() }]);
    return { first: only, last: only, isOptional: false };
  }
  const models = particle.parts.map(contentModel);
  return particle.kind === 'choice' ? choiceOf(models) : sequenceOf(models);
}

function choiceOf(models: readonly ContentModel[]): ContentModel {
  return {
    first: new Set(models.flatMap(({ first }) => [...first])),
    last: new Set(models.flatMap(({ last }) => [...last])),
    isOptional: models.length === 0 || models.some(({ isOptional }) => isOptional),
  };
}

function sequenceOf(models: readonly ContentModel[]): ContentModel {
  const first = new Set<Position>();
  let last = new Set<Position>();
  let isOptional = true;
  for (const model of models) {
    connect(last, model.first);
    if (isOptional) for (const one of model.first) first.add(one);
    last = new Set(model.isOptional ? [...last, ...model.last] : model.last);
    isOptional &&= model.isOptional;
  }
  return { first, last, isOptional };
}

function connect(from: ReadonlySet<Position>, to: ReadonlySet<Position>): void {
  for (const one of from) for (const next of to) one.next.add(next);
}
