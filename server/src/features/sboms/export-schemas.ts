// Models of exported bills of material and their quality.
import { Model, OneOf, Type } from '../../http/models/schemas.ts';

const CheckedRule = Model('SbomRule', {
  id: Type.String(),
  clause: Type.String({ description: 'The part of the standard that asks for it' }),
  title: Type.String(),
  level: OneOf(['required', 'recommended', 'optional'], 'How the standard asks for it'),
  state: OneOf(['met', 'partly', 'unmet', 'not-applicable'], 'not-applicable: there is no component'),
  judged: Type.Integer({ description: 'Number of the judged components; 1 for the document' }),
  failed: Type.Integer(),
  faults: Type.Array(Model('SbomFault', { what: Type.String(), fault: Type.String() }), {
    description: 'The first of those that fail',
  }),
  fix: Type.String({ description: 'What to do' }),
});

const SbomQuality = Model('SbomQuality', {
  format: Type.String(),
  version: Type.String(),
  components: Type.Integer(),
  standards: Type.Array(
    Model('SbomStandard', {
      id: Type.String(),
      name: Type.String(),
      version: Type.String(),
      url: Type.String(),
      score: Type.Number({ description: '0 to 100: the mean of the required rules' }),
      isMet: Type.Boolean({ description: 'True if all required rules are met' }),
      rules: Type.Array(CheckedRule),
    }),
  ),
});

export const SbomExport = Model('SbomExport', {
  fileName: Type.String(),
  format: Type.String({ description: 'Such as cyclonedx-1.6' }),
  signature: OneOf(['none', 'dsse', 'jsf'], 'How it is signed'),
  sizeBytes: Type.Integer(),
  sha256: Type.String(),
  exportedOn: Type.String(),
  sentTo: Type.String({ description: 'Address that it was sent to; blank if it was not' }),
  quality: SbomQuality,
});

export const SigningKey = Model('SigningKey', {
  keyId: Type.String({ description: 'SHA-256 of the public key' }),
  algorithm: Type.String(),
  publicKey: Type.String({ description: 'PEM' }),
});
