// Which layers of an image came with its base image, and how that is known. Pure.
import type { HistoryEntry } from './manifest.ts';

/** annotation: the image names its base; image: another image has just these layers; history: the steps after the base's own command. */
export const baseGrounds = ['annotation', 'image', 'history'] as const;
export type BaseGround = (typeof baseGrounds)[number];

export interface Base {
  /** Number of layers from the lowest on. */
  layers: number;
  /** Its name, if it is known. */
  name: string;
  by: BaseGround;
}

export const BASE_NAME = 'org.opencontainers.image.base.name';
export const BASE_DIGEST = 'org.opencontainers.image.base.digest';

/** How many of the lower layers are exactly those of the base; undefined if the image is not built on it. */
export function layersOfBase(own: readonly string[], base: readonly string[]): number | undefined {
  const isBase = base.length > 0 && base.length < own.length && base.every((digest, at) => own[at] === digest);
  return isBase ? base.length : undefined;
}

/**
 * By the steps of the build: a base image ends with the command that it starts (`CMD ["bash"]`), and steps that make layers follow only in an image that
 * is built on it. The last such command counts, because bases are built on bases.
 */
export function baseByHistory(history: readonly HistoryEntry[], layerCount: number): Base | undefined {
  let layers = 0;
  let found: number | undefined;
  for (const { createdBy, isEmpty } of history) {
    if (!isEmpty) layers += 1;
    else if (/^(\/bin\/sh -c #\(nop\)\s+)?(CMD|ENTRYPOINT)\b/.test(createdBy) && layers > 0 && layers < layerCount)
      found = layers;
  }
  // A history that does not fit the layers says nothing.
  return found === undefined || layers !== layerCount ? undefined : { layers: found, name: '', by: 'history' };
}

/** What made each layer, from the lowest to the uppermost; blank where the history does not say. */
export function layerSteps(history: readonly HistoryEntry[], layerCount: number): string[] {
  const steps = history.filter(({ isEmpty }) => !isEmpty).map(({ createdBy }) => createdBy);
  return Array.from({ length: layerCount }, (_, at) => (steps.length === layerCount ? (steps[at] ?? '') : ''));
}
