// Builds a message from an outbox row: template, values, images, HTML, and a plain text alternative.
import { convert } from 'html-to-text';
import type { App } from '../app.ts';
import type { Mail } from '../db/mail.ts';
import type { User } from '../db/users/users.ts';
import type { MailTemplate, MailValues } from '../domain/messages/mail-events.ts';
import { fillHtml, fillSubject, fillValues } from '../domain/messages/mail-template.ts';
import { loadSecretKey, openSecret } from '../security/secrets.ts';
import { fullName } from './names.ts';
import { secretPlace } from './outbox.ts';
import type { MailSettings } from './settings.ts';
import { loadMailText, type TemplateImage } from './templates.ts';

export interface Message {
  messageKey: string;
  to: { name: string; address: string };
  subject: string;
  html: string;
  text: string;
  images: TemplateImage[];
}

export interface ComposedMail {
  message: Message;
  /** Problems of the template, as sentences. */
  problems: string[];
}

export async function composeMail(
  app: App,
  settings: MailSettings,
  mail: Mail,
  recipient: User,
): Promise<ComposedMail> {
  const template = await loadMailText(app.folder.emailTemplates, mail.template as MailTemplate);
  const values = fillValues(await valuesOf(app, mail, recipient), settings.baseUrl);
  const html = fillHtml(template.html, values);
  return {
    message: {
      messageKey: mail.message_key,
      to: { name: fullName(recipient), address: recipient.email },
      subject: fillSubject(template.subject, values),
      html,
      text: plainText(html),
      images: template.images,
    },
    problems: template.problems.map((problem) => `The template ${mail.template}.html: ${problem}`),
  };
}

async function valuesOf(app: App, mail: Mail, recipient: User): Promise<MailValues> {
  const secrets = await secretsOf(app, mail);
  const { texts, pages, lists } = mail.variables;
  return {
    texts: {
      ...texts,
      ...secrets.texts,
      RECIPIENT_NAME: fullName(recipient),
      RECIPIENT_FIRST_NAME: recipient.first_name,
      RECIPIENT_LAST_NAME: recipient.last_name,
      LOGIN_NAME: recipient.login,
    },
    pages: { ...pages, ...secrets.pages, SERVER_URL: '' },
    lists,
  };
}

async function secretsOf(app: App, mail: Mail): Promise<MailValues> {
  if (mail.secrets_sealed === null) return { texts: {}, pages: {}, lists: {} };
  const key = await loadSecretKey(app.folder.keys);
  return JSON.parse(openSecret(key, mail.secrets_sealed, secretPlace(mail.template, mail.recipient_id)));
}

export function plainText(html: string): string {
  return convert(html, {
    wordwrap: 100,
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
      { selector: 'img', format: 'skip' },
    ],
    limits: { maxInputLength: 4 * 1024 * 1024, maxDepth: 100, maxChildNodes: 10_000, ellipsis: '…' },
  });
}
