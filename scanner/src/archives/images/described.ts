// What is told of an image: with its files, in reports and on pages. Plain data.
import type { AttachedDocument } from './attached.ts';
import { BASE_NAME, type Base, baseByHistory, layerSteps } from './base.ts';
import { type ImageConfig, type Manifest, platformText } from './manifest.ts';

export interface DescribedLayer {
  /** `sha256:…`, as the manifest or the archive names it. */
  digest: string;
  /** As it is transferred. */
  sizeBytes: number;
  /** The step of the build that made it; blank if it is not known. */
  createdBy: string;
}

export interface DescribedImage {
  /** The name under which it was asked for; of an archive the name in it, or blank. */
  reference: string;
  /** Of the manifest for this platform; of an archive of `docker save` of its configuration. */
  digest: string;
  /** `linux/amd64` */
  platform: string;
  /** From the lowest to the uppermost. */
  layers: DescribedLayer[];
  base: Base | undefined;
  /** What its registry has beside it; absent in archives, and if there is nothing. */
  attached?: AttachedDocument[];
}

export interface ImageParts {
  reference: string;
  digest: string;
  layers: readonly { digest: string; sizeBytes: number }[];
  config: ImageConfig;
  annotations?: Manifest['annotations'];
  /** What the base image was found to be, if the image names it. */
  base?: Base;
  attached?: AttachedDocument[];
}

export function describedImage({
  reference,
  digest,
  layers,
  config,
  annotations,
  base,
  attached,
}: ImageParts): DescribedImage {
  const steps = layerSteps(config.history, layers.length);
  const byHistory = baseByHistory(config.history, layers.length);
  const name = annotations?.get(BASE_NAME) ?? '';
  return {
    reference,
    digest,
    platform: platformText(config.platform),
    layers: layers.map((layer, at) => ({ ...layer, createdBy: steps[at] ?? '' })),
    base: base ?? (byHistory === undefined ? undefined : { ...byHistory, name }),
    ...(attached === undefined ? {} : { attached }),
  };
}
