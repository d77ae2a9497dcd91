import { type Static, Type } from 'typebox';

export const SbomExportPayload = Type.Object({
  /** Name of a writer: cyclonedx-1.6, … */
  format: Type.String(),
  signature: Type.Union([Type.Literal('none'), Type.Literal('dsse'), Type.Literal('jsf')]),
  /** Options of the report of this format. */
  options: Type.Record(Type.String(), Type.String()),
});
export type SbomExportPayload = Static<typeof SbomExportPayload>;
