// How old the data of advisories is: stands beside every figure that is made of it.
import { Type } from './schemas.ts';

export const freshnessMembers = {
  dataAsOf: Type.Union([Type.String(), Type.Null()], {
    description:
      'Age of the oldest source of advisories in use; null when there is none, so that no figure means anything',
  }),
  dataIsStale: Type.Boolean({
    description:
      'There is no data, or it is older than the advisoryMostDays of the site: a count of 0 is no proof then',
  }),
};
