// Which files have this format.
import { isInVendorPlace } from '../../shared/vendor-places.ts';

const NAMES =
  /^(?:README|VENDORED|LIBRARIES|DEPENDENC(?:Y|IES)(?:[-_]INFO)?|(?:THIRD|3RD)[-_]?PARTY(?:[-_](?:LIBS|LIBRARIES|SOFTWARE|CODE))?)(?:\.(?:md|markdown|txt|rst))?$/i;

export function thirdPartyReadmeWants(path: string, file: string): boolean {
  return NAMES.test(file) && isInVendorPlace(path);
}
