import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `{application, 'rabbit', [
	{description, "RabbitMQ"},
	{vsn, "3.12.10"}, %% a
	{applications, [kernel, ranch]}
]}.`;

const cases: ManifestCase[] = [
  ['an application', ordinary, ['declares pkg:otp/rabbit@3.12.10', '  -> pkg:otp/ranch']],
  ['nothing', '', [], ['An application resource should be {application, Name, […]}; nothing was read from it.']],
];

describe('otp-app', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('otp-app', text, lines, problems));

  it('gives lines, addresses and checksums', () => checkEvidence('otp-app', ordinary, ['1 pkg:otp/rabbit@3.12.10']));
});
