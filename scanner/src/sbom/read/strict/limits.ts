/** A wrong document may have a fault in each element. */
export const MOST_FAULTS = 50;
