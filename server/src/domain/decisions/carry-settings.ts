// Which decisions count by themselves where they could count, and which are only proposed. A project may say otherwise than the site. Pure.
import type { CarryWay } from './carrying.ts';

export const carryModes = ['APPLY', 'PROPOSE', 'NEVER'] as const;
export type CarryMode = (typeof carryModes)[number];
/** SITE: as the site says. */
export const projectCarryModes = [...carryModes, 'SITE'] as const;

export interface CarrySettings {
  /** Files with bytes that were decided on. */
  unchangedBytes: CarryMode;
  /** Files with other bytes that say the same. */
  sameEvidence: CarryMode;
  /** New files that state what decided files of the same component state. */
  newFiles: CarryMode;
  /** Another version of a component with the same license, texts, holders and use. */
  versionBump: CarryMode;
}

const DEFAULT_CARRY_SETTINGS: CarrySettings = {
  unchangedBytes: 'APPLY',
  sameEvidence: 'APPLY',
  newFiles: 'PROPOSE',
  versionBump: 'PROPOSE',
};

export const carryMembers = Object.keys(DEFAULT_CARRY_SETTINGS) as (keyof CarrySettings)[];

/** The settings in force: those of the project come before those of the site. */
export function carrySettingsOf(site: Partial<CarrySettings>, project: Partial<CarrySettings>): CarrySettings {
  return { ...DEFAULT_CARRY_SETTINGS, ...site, ...project };
}

const MEMBER_OF: Record<CarryWay, keyof CarrySettings> = {
  bytes: 'unchangedBytes',
  text: 'sameEvidence',
  evidence: 'sameEvidence',
  component: 'newFiles',
  // The same version is in the project already, or in another one.
  version: 'versionBump',
  bump: 'versionBump',
};

export const modeOf = (settings: CarrySettings, way: CarryWay): CarryMode => settings[MEMBER_OF[way]];
