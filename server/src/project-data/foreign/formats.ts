// The importable formats of other systems: a folder for each, and a line here.
import { cyclonedx } from './cyclonedx/index.ts';
import { dependencyTrackFindings } from './dependency-track-findings/index.ts';
import type { ForeignFormat } from './model.ts';
import { ortResult } from './ort-result/index.ts';
import { ortYml } from './ort-yml/index.ts';
import { scancode } from './scancode/index.ts';
import { spdx } from './spdx/index.ts';
import { sw360 } from './sw360/index.ts';

/** The first format that recognises a document reads it. */
export const FOREIGN_FORMATS: readonly ForeignFormat[] = [
  cyclonedx,
  dependencyTrackFindings,
  spdx,
  scancode,
  ortResult,
  sw360,
  ortYml,
];
