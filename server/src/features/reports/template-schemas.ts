// Schemas of report templates.
import { Enumeration, Id, Model, type Static, Text, Type, versioned } from '../../http/models/schemas.ts';
import { MOST_TEMPLATE_BYTES, templateFormats } from '../../report-scripts/template.ts';

const TemplateFormat = Enumeration('TemplateFormat', templateFormats);
const TemplateText = Text(MOST_TEMPLATE_BYTES, 'The template, in Liquid');
export const TemplateVersionNumber = Type.Integer({
  minimum: 1,
  maximum: 2_147_483_647,
  description: 'Number of the version',
});

export const ReportTemplate = Model('ReportTemplate', {
  folder: Type.String(),
  path: Type.String({ description: 'The path to use in a definition' }),
  format: TemplateFormat('What it makes'),
  text: Type.String(),
  sha256: Type.String({ description: 'Digest of the text, as in jobs' }),
  version: Type.Integer({
    description: 'Version of the text; 0 if somebody put the text into the folder by hand and no report has used it',
  }),
  versions: Type.Integer({ description: 'Number of versions' }),
  ...versioned,
});

export const ReportTemplateInput = Model('ReportTemplateInput', {
  text: TemplateText,
  format: Type.Optional(TemplateFormat('Format of the result; required if the folder has no template yet')),
  note: Type.Optional(Text(2000, 'Changes of this version, and the reason')),
  ...versioned,
});
export type ReportTemplateInput = Static<typeof ReportTemplateInput>;

export const SavedTemplate = Model('SavedTemplate', { message: Type.String(), version: Type.Integer() });

const version = {
  version: Type.Integer(),
  sha256: Type.String(),
  sizeBytes: Type.Integer(),
  note: Type.String(),
  restoredFrom: Type.Optional(Type.Integer({ description: 'The version whose text was restored' })),
  savedBy: Type.String({ description: 'Login; blank if the text was put into the folder by hand' }),
  savedOn: Type.String(),
};
export const TemplateVersion = Model('TemplateVersion', version);
export const TemplateVersionText = Model('TemplateVersionText', { ...version, text: Type.String() });

export const TemplateTrial = Model('TemplateTrial', {
  projectId: Id('Project whose data is rendered'),
  text: Type.Optional(TemplateText),
  version: Type.Optional(TemplateVersionNumber),
  format: Type.Optional(TemplateFormat('Format of the result, if the folder has no template yet')),
  options: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'Values of options, by name' })),
});
export type TemplateTrial = Static<typeof TemplateTrial>;

export const TemplatePreview = Model('TemplatePreview', {
  format: TemplateFormat('What text is'),
  sha256: Type.String({ description: 'Of the template' }),
  text: Type.String({ description: 'The rendered text. It contains foreign data: show HTML in a sandboxed frame' }),
});
