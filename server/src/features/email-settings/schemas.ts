// Schemas of the mail settings and of the outbox.
import { MailSecurity } from '../../http/models/enumerations.ts';
import { Flag, Model, type Static, Text, Type, versioned } from '../../http/models/schemas.ts';

const PORT = { minimum: 1, maximum: 65_535 };

export const EmailSettingsInput = Model('EmailSettingsChange', {
  enabled: Flag(true, 'Whether the server creates and sends mails'),
  host: Text(255, 'Host name or address of the mail server', { minLength: 1 }),
  port: Type.Integer({
    ...PORT,
    default: 587,
    description: 'Port of the mail server: usually 25 or 587 with STARTTLS, 465 with TLS',
  }),
  security: MailSecurity(
    'NONE: not encrypted; STARTTLS: encrypted after a greeting, or not sent; TLS: encrypted from the start',
    'STARTTLS',
  ),
  user: Text(255, 'User name for the mail server; empty if it asks for none', { default: '' }),
  password: Type.Optional(
    Text(1024, 'Password of the user name. If it is omitted, or is the mask shown on reading, it stays unchanged'),
  ),
  fromAddress: Text(254, 'Sender address', { minLength: 3 }),
  fromName: Text(100, 'Name of the sender', { default: 'Assay' }),
  baseUrl: Text(1024, 'Address under which people open the web page, such as https://assay.example.org', {
    minLength: 8,
  }),
  trustedCertificates: Text(
    65_536,
    'Further trusted certificates (PEM), for a server that no well-known authority has certified',
    { default: '' },
  ),
  ...versioned,
});
export type EmailSettingsInput = Static<typeof EmailSettingsInput>;

export const EmailSettings = Model('EmailSettings', {
  enabled: Type.Boolean(),
  host: Type.String(),
  port: Type.Integer(),
  security: Type.String(),
  user: Type.String(),
  password: Type.String({ description: 'A mask if a password is stored, else empty' }),
  fromAddress: Type.String(),
  fromName: Type.String(),
  baseUrl: Type.String(),
  trustedCertificates: Type.String(),
  templates: Type.Array(
    Model('EmailTemplate', {
      name: Type.String(),
      isCustom: Type.Boolean({ description: 'Whether a file of the template folder is used' }),
      problems: Type.Array(Type.String(), { description: 'What is wrong with that file' }),
      variables: Type.Array(Type.String(), { description: 'Names of the variables that it may use' }),
    }),
  ),
  ...versioned,
});

export const TestMail = Model('TestMail', {
  to: Type.Optional(Text(254, "Address that gets the mail; by default the caller's own", { minLength: 3 })),
});
export type TestMail = Static<typeof TestMail>;

export const OutboxMail = Model('OutboxMail', {
  id: Type.Integer(),
  template: Type.String(),
  state: Type.String({ description: 'QUEUED, SENT or FAILED' }),
  recipientLogin: Type.String(),
  address: Type.String(),
  subject: Type.String({ description: 'Empty until the mail is created' }),
  attempts: Type.Integer(),
  createdOn: Type.String(),
  sentOn: Type.Union([Type.String(), Type.Null()]),
  nextAttemptOn: Type.Union([Type.String(), Type.Null()]),
  lastError: Type.String(),
  note: Type.String({ description: 'What is wrong with the template that was used' }),
});
