// The formats of VEX documents: a folder for each, and a line here.
import { csaf } from './csaf/index.ts';
import { cyclonedx } from './cyclonedx/index.ts';
import type { VexFormat } from './model.ts';
import { openvex } from './openvex/index.ts';

/** The first format that recognises a document reads it. */
export const VEX_FORMATS: readonly VexFormat[] = [openvex, csaf, cyclonedx];
