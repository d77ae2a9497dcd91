// The sides of a comparison, as requests name them: `project:7`, `sbom:9`, `scan:11`, `release:13`; `inventory` is the project of the request itself.
import { type Refusal, refuse } from '../refusal.ts';

export const sideKinds = ['project', 'sbom', 'scan', 'release'] as const;
export type SideKind = (typeof sideKinds)[number];

export interface NamedSide {
  kind: SideKind;
  id: number;
}

const OWN = 'inventory';
const NAMED = new RegExp(`^(${sideKinds.join('|')}):([1-9][0-9]{0,15})$`);

/** @param field the parameter, for the sentence */
export function namedSide(field: string, text: string, ownProject: number): NamedSide | Refusal {
  if (text === OWN) return { kind: 'project', id: ownProject };
  const [, kind, id] = NAMED.exec(text) ?? [];
  const found = sideKinds.find((one) => one === kind);
  if (found !== undefined) return { kind: found, id: Number(id) };
  return refuse(
    'invalid',
    `The query parameter "${field}" is "${text.slice(0, 100)}"; it must be ${OWN}, ${sideKinds.map((one) => `${one}:ID`).join(', ')}.`,
  );
}
