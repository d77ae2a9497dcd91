// End-of-life dates of products in the format of endoflife.date: a list of cycles for each product.
// https://endoflife.date/docs/api
import { type AdvisoryMember, isFields, own, recordsOf, textField } from '../reading.ts';

export const eol: AdvisoryMember = {
  name: 'eol',
  title: 'end-of-life dates',
  format: 'json',
  isMine(document) {
    const first = Array.isArray(document) ? document[0] : undefined;
    return isFields(first) && own(first, 'cycle') !== undefined && own(first, 'eol') !== undefined;
  },
  read(document, { problems, emit }) {
    for (const one of recordsOf({ cycles: document }, 'cycles', problems)) {
      const end = own(one, 'eol');
      const endsOn = typeof end === 'string' && /^\d{4}-\d\d-\d\d$/.test(end) ? end : '';
      const cycle = textField(one, 'cycle', problems);
      if (cycle === '' || (endsOn === '' && typeof end !== 'boolean')) {
        problems.add('An end-of-life cycle should have "cycle", and "eol" with a day, true or false; it was left out.');
        continue;
      }
      emit({
        type: 'end-of-life',
        endOfLife: { product: textField(one, 'product', problems), cycle, endsOn, isOver: end === true },
      });
    }
  },
};
