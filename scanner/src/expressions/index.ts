// License expressions: the only parser and printer of scanner and server. Pure. `MIT OR GPL-2.0-only WITH Classpath-exception-2.0` is a
// tree of operators over terms; a term is one license with its exception.
export {
  combine,
  expressionKey,
  idsOf,
  isCompound,
  isSameExpression,
  type LicenseExpression,
  type LicenseTerm,
  licensesOf,
  parseExpression,
  printExpression,
  requirementsOf,
  termText,
} from './expression.ts';
export { expressionFault } from './faults.ts';
export { readExpression } from './listed.ts';
export { remembered } from './remembered.ts';
export {
  currentId,
  familyStem,
  isSpdxException,
  isSpdxId,
  joinExpressions,
  licenseRef,
  type ParsedExpression,
  parseSpdxExpression,
} from './spdx.ts';
