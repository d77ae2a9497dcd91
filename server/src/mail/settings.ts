// Mail settings. A system administrator changes them at run time; the password is stored encrypted. Without settings, or while mail is
// switched off, no mail is written.
import type { Db } from '../db/postgres/connection.ts';
import { readSetting, writeSetting } from '../db/site-settings.ts';
import type { MailSecurity } from '../domain/messages/mail-delivery.ts';
import { openSecret, type SecretKey, sealSecret } from '../security/secrets.ts';

export interface MailSettings {
  isEnabled: boolean;
  host: string;
  port: number;
  security: MailSecurity;
  /** '' when the server asks for no name. */
  user: string;
  /** Sealed, as Base64; '' when there is none. */
  passwordSealed: string;
  fromAddress: string;
  fromName: string;
  /** Address of the web page; links in mails begin with it. */
  baseUrl: string;
  /** PEM certificates to trust in addition to the public authorities. */
  trustedCertificates: string;
}

export const NO_MAIL: MailSettings = {
  isEnabled: false,
  host: '',
  port: 587,
  security: 'STARTTLS',
  user: '',
  passwordSealed: '',
  fromAddress: '',
  fromName: 'Assay',
  baseUrl: '',
  trustedCertificates: '',
};

const SECRET_PLACE = 'email-settings password';

export async function readMailSettings(db: Db): Promise<MailSettings> {
  return { ...NO_MAIL, ...(await readSetting<MailSettings>(db, 'email')) };
}

export async function writeMailSettings(db: Db, settings: MailSettings): Promise<void> {
  await writeSetting(db, 'email', settings);
}

/** Whether mail is switched on. */
export async function isMailOn(db: Db): Promise<boolean> {
  return (await readMailSettings(db)).isEnabled;
}

export function sealMailPassword(key: SecretKey, password: string): string {
  return password === '' ? '' : sealSecret(key, password, SECRET_PLACE).toString('base64');
}

export function openMailPassword(key: SecretKey, settings: MailSettings): string {
  if (settings.passwordSealed === '') return '';
  return openSecret(key, Buffer.from(settings.passwordSealed, 'base64'), SECRET_PLACE);
}
