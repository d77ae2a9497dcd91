// Settings of the installation: shapes.
import { type Static, Type } from '../../http/schemas.ts';

const LONGEST_DAYS = 36_500;

export const SiteSettings = Type.Object({
  jobRetentionDays: Type.Integer({
    minimum: 0,
    maximum: LONGEST_DAYS,
    description: 'Days after their end that jobs stay in the list; 0 for ever',
  }),
  documentTexts: Type.Boolean({
    description:
      'Scans search the texts inside PDF and office files too. When it changes, the next scans analyse everything anew.',
  }),
});
export type SiteSettings = Static<typeof SiteSettings>;

export const SiteSettingsInput = Type.Partial(SiteSettings);
export type SiteSettingsInput = Static<typeof SiteSettingsInput>;
