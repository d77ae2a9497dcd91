import { Type } from 'typebox';
import { defineJob } from './job-definition.ts';

/** Exports the bill of materials of a project, keeps it, and sends it to the service that the site names. A repeated run makes the same document. */
export const sbomExportJob = defineJob({
  types: ['Export to SBOM Insights'],
  payload: Type.Object({
    /** Name of a writer: cyclonedx-1.6, … */
    format: Type.String(),
    signature: Type.Union([Type.Literal('none'), Type.Literal('dsse'), Type.Literal('jsf')]),
    /** Options of the report of this format. */
    options: Type.Record(Type.String(), Type.String()),
  }),
  load: async () => (await import('./sbom-export.handler.ts')).exportSbom,
});
