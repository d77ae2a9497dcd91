// The formats of SBOMs that are read: a folder for each, and a line here. The first that recognises a document reads it.
import { cyclonedx } from './cyclonedx/index.ts';
import type { SbomFormat } from './model.ts';
import { spdx } from './spdx/index.ts';
import { spdx3 } from './spdx3/index.ts';
import { syft } from './syft/index.ts';

export const SBOM_FORMATS: readonly SbomFormat[] = [cyclonedx, spdx, spdx3, syft];

/** Of all formats, so that a document can be read piece by piece before its format is known. */
export const LISTS: readonly string[] = [...new Set(SBOM_FORMATS.flatMap(({ lists }) => lists))];
