// Addresses and places of Perforce as people write them: `<protocol>:<host>:<port>/<depot>`, and in it `<depot>/<path>`. Pure.
import { type Refusal, refuse } from '../refusal.ts';
import { type AddressRules, refuseProtocol, USUAL_RULES, withoutPassword } from './scm-address.ts';

export interface PerforceAddress {
  isEncrypted: boolean;
  host: string;
  port: number;
  /** `depot/path`, without slashes around it; '' if it names none. */
  path: string;
}

/** rsh and jsh name a command to run; 4 and 6 choose between kinds of addresses. */
const FORM = /^(tcp|ssl)(?:4|6|46|64)?:(?:\/\/)?(\[[0-9a-f:.]+\]|[a-z0-9][a-z0-9._-]*):(\d{1,5})(?:\/([^\s]*))?$/i;

export function perforceAddress(url: string, rules: AddressRules = USUAL_RULES): PerforceAddress | Refusal {
  const shown = withoutPassword(url);
  const [, protocol = '', host = '', port = '', path = ''] = FORM.exec(url) ?? [];
  const plain = path.replace(/^\/+|\/+$/g, '').replace(/\/\.\.\.$/, '');
  if (protocol === '' || Number(port) === 0 || Number(port) > 65_535)
    return wrong(`"${shown}" must be written <protocol>:<host>:<port>/<depot>, by tcp or ssl`);
  if (plain !== '' && !isDepotPath(plain)) return wrong(`"${shown}" does not name a depot`);
  return (
    refuseProtocol('p4', rules) ?? {
      isEncrypted: protocol.toLowerCase() === 'ssl',
      host: host.toLowerCase(),
      port: Number(port),
      path: plain,
    }
  );
}

/** What an instance may ask for, besides its address. */
export interface PerforceFields {
  branchSpec: string;
  changeListNum: string;
  label: string;
}

export interface PerforceAsked {
  /** `//depot/path` */
  path: string;
  changeList?: number;
  label?: string;
}

/** @param inAddress the depot and path of the address */
export function perforceAsked(inAddress: string, fields: PerforceFields): PerforceAsked | Refusal {
  const branchSpec = fields.branchSpec.trim().replace(/^\/+|\/+$/g, '').replace(/\/\.\.\.$/, ''); // biome-ignore format: one value
  const [changeList, label] = [fields.changeListNum.trim(), fields.label.trim()];
  if (branchSpec !== '' && !isDepotPath(branchSpec))
    return refuse('invalid', `The field "branchSpec" must be <depot>/<path>, and not "${fields.branchSpec}". Write @, #, * and % in names as Perforce shows them: %40, %23, %2A, %25.`); // biome-ignore format: one claim
  // The field names the depot as well, so it is the whole place.
  const path = branchSpec || inAddress;
  if (path === '')
    return refuse('invalid', 'The instance names no depot: write it in the field "branchSpec" or behind the port of the address.'); // biome-ignore format: one claim
  if (changeList !== '' && label !== '')
    return refuse('invalid', 'Only one of the fields "changeListNum" and "label" can be given.');
  if (changeList !== '' && !/^\d{1,9}$/.test(changeList))
    return refuse('invalid', `The field "changeListNum" must be a number, and not "${changeList}".`);
  // A number would be a change list, and a date a time.
  if (
    label !== '' &&
    (!/^[^\s\p{Cc}@#*%"/,=<>&|;:-][^\s\p{Cc}@#*%",=<>&|;]*$/u.test(label) || /^[\d/:]+$|\.\.\./.test(label))
  )
    return refuse('invalid', `The field "label" cannot be "${label}".`);
  return {
    path: `//${path}`,
    ...(changeList === '' ? {} : { changeList: Number(changeList) }),
    ...(label === '' ? {} : { label }),
  };
}

/** No wildcard, no revision, and nothing that leads elsewhere; `%40` and the like are how Perforce writes `@`, `#`, `*` and `%`. */
function isDepotPath(text: string): boolean {
  if (/[@#*"\\]|\p{Cc}|\.\.\.|%(?!40|23|2a|25)/iu.test(text)) return false;
  return text.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !part.startsWith('-'));
}

function wrong(reason: string): Refusal {
  return refuse('invalid', `The field "url" is wrong: ${reason}.`);
}
