// CSAF 2.0 and 2.1, VEX and advisories alike: https://docs.oasis-open.org/csaf/csaf/v2.1/csaf-v2.1.html
import { type CsafProducts, csafProducts, csafTargetOf } from '../../advisories/index.ts';
import type { AnalysisWords } from '../../analyses.ts';
import { isFields, own } from '../../items.ts';
import { type Issues, MemberReader, type Members } from '../../member-reader.ts';
import { JUSTIFICATIONS, leftOut, timeIn, type VexFormat, type VexStatement, WHOLE_PRODUCT } from '../model.ts';

const STATES: readonly [list: string, state: AnalysisWords['state']][] = [
  ['known_not_affected', 'NOT_AFFECTED'],
  ['known_affected', 'EXPLOITABLE'],
  ['first_affected', 'EXPLOITABLE'],
  ['last_affected', 'EXPLOITABLE'],
  ['fixed', 'RESOLVED'],
  ['first_fixed', 'RESOLVED'],
  ['under_investigation', 'IN_TRIAGE'],
];
const RESPONSES: ReadonlyMap<string, NonNullable<AnalysisWords['response']>> = new Map([
  ['vendor_fix', 'UPDATE'],
  ['workaround', 'WORKAROUND_AVAILABLE'],
  ['mitigation', 'WORKAROUND_AVAILABLE'],
  ['no_fix_planned', 'WILL_NOT_FIX'],
]);

/** Documents of these categories say nothing any more: CSAF 2.1, 4.6 and 4.7. */
const NO_LONGER_VALID: ReadonlySet<string> = new Set(['csaf_withdrawn', 'csaf_superseded']);

export const csaf: VexFormat = {
  name: 'csaf',
  title: 'CSAF',
  recognizes: (document) => {
    const head = own(document, 'document');
    return isFields(head) && own(head, 'csaf_version') !== undefined;
  },
  read(document, issues) {
    const read = new MemberReader(document, 'document', issues);
    const head = new MemberReader(read.object('document'), 'document', issues);
    const tracking = new MemberReader(head.object('tracking'), 'document.tracking', issues);
    const publisher = new MemberReader(head.object('publisher'), 'document.publisher', issues);
    const add = (message: string) => issues.push({ code: 'products', path: 'product_tree', message });
    const tree = read.object('product_tree');
    const context = {
      products: csafProducts(tree, { add, issues: () => [] }),
      groups: groupsIn(tree, issues),
      statedOn: timeIn(tracking.text('current_release_date', 100)),
      issues,
    };
    return {
      id: tracking.text('id', 500),
      supplier: publisher.text('name', 500),
      revision: tracking.text('version', 100),
      datedOn: context.statedOn,
      statements: NO_LONGER_VALID.has(head.text('category', 100))
        ? []
        : read.objects('vulnerabilities').flatMap((one, at) => statementsOf(one, `vulnerabilities[${at}]`, context)),
    };
  },
};

interface Context {
  products: CsafProducts;
  groups: ReadonlyMap<string, string[]>;
  statedOn: string;
  issues: Issues;
}

function groupsIn(tree: Members, issues: Issues): Map<string, string[]> {
  const groups = new MemberReader(tree, 'product_tree', issues).objects('product_groups').map((one, at) => {
    const read = new MemberReader(one, `product_tree.product_groups[${at}]`, issues);
    return [read.text('group_id', 500), read.texts('product_ids')] as const;
  });
  return new Map(groups);
}

/** Products with the same words share one statement. */
function statementsOf(members: Members, place: string, context: Context): VexStatement[] {
  const read = new MemberReader(members, place, context.issues);
  const ids = read
    .objects('ids')
    .map((one, at) => new MemberReader(one, `${place}.ids[${at}]`, context.issues).text('text', 255));
  const names = [read.text('cve', 255), ...ids].filter((name) => name !== '');
  if (names.length === 0) {
    leftOut(context.issues, place, 'it names no vulnerability');
    return [];
  }
  const status = new MemberReader(read.object('product_status'), `${place}.product_status`, context.issues);
  const said = remarksOf(read, place, context);
  const statements = new Map<string, VexStatement>();
  const without = new Set<string>();
  for (const [list, state] of STATES)
    for (const productId of status.texts(list)) {
      const product = csafTargetOf(productId, context.products);
      if (product === undefined) {
        without.add(productId);
        continue;
      }
      const { analysis, written } = wordsOf(productId, state, said);
      const key = JSON.stringify([list, analysis, written]);
      const statement = statements.get(key) ?? {
        ...{ place: `${place}.product_status.${list}`, names, targets: [], analysis },
        ...{ written: [list, written].filter(Boolean).join(', '), statedOn: context.statedOn },
      };
      statement.targets.push({ ...WHOLE_PRODUCT, ...product });
      statements.set(key, statement);
    }
  if (without.size > 0)
    context.issues.push({
      code: 'no-purl',
      path: place,
      message: `${without.size} products of ${place} have no package URL, CPE or name, so nothing in a project matches them.`,
    });
  return [...statements.values()];
}

interface Remarks {
  labels: ReadonlyMap<string, string>;
  impacts: ReadonlyMap<string, string>;
  remedies: ReadonlyMap<string, { category: string; details: string }>;
}

/** What the vulnerability says about single products. The key '' stands for all products. */
function remarksOf(read: MemberReader, place: string, context: Context): Remarks {
  const [labels, impacts, remedies] = [new Map<string, string>(), new Map<string, string>(), new Map()];
  const each = (name: string, take: (ids: string[], one: MemberReader) => void) => {
    for (const [at, members] of read.objects(name).entries()) {
      const one = new MemberReader(members, `${place}.${name}[${at}]`, context.issues);
      const grouped = one.texts('group_ids').flatMap((group) => context.groups.get(group) ?? []);
      const ids = [...one.texts('product_ids'), ...grouped];
      take(ids.length > 0 ? ids : [''], one);
    }
  };
  each('flags', (ids, one) => {
    const label = one.text('label', 100);
    for (const id of ids) if (!labels.has(id)) labels.set(id, label);
  });
  each('threats', (ids, one) => {
    if (one.text('category', 100) !== 'impact') return;
    const details = one.text('details', 20_000);
    for (const id of ids) if (!impacts.has(id)) impacts.set(id, details);
  });
  each('remediations', (ids, one) => {
    const remedy = { category: one.text('category', 100), details: one.text('details', 20_000) };
    for (const id of ids) if (!remedies.has(id)) remedies.set(id, remedy);
  });
  return { labels, impacts, remedies };
}

function wordsOf(productId: string, state: AnalysisWords['state'], { labels, impacts, remedies }: Remarks) {
  const of = <T>(map: ReadonlyMap<string, T>) => map.get(productId) ?? map.get('');
  const label = state === 'NOT_AFFECTED' ? of(labels) : undefined;
  // Without a flag, the impact statement says why the product is not affected. Elsewhere it is often only a severity.
  const impact = state === 'NOT_AFFECTED' && label === undefined ? of(impacts) : undefined;
  const remedy = state === 'EXPLOITABLE' ? of(remedies) : undefined;
  const justification = JUSTIFICATIONS.get(label ?? '');
  const response = RESPONSES.get(remedy?.category ?? '');
  const analysis: AnalysisWords = {
    state,
    ...(justification && { justification }),
    ...(response && { response }),
    detail: impact ?? remedy?.details ?? '',
  };
  return { analysis, written: label ?? remedy?.category ?? '' };
}
