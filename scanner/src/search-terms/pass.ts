// One pass of bytes through the automaton. Most bytes need one look into a table: where a text ends, or where the
// automaton goes beyond its complete rows, the table has a mark.
import { type Automaton, deepEnd, deepStep } from './automaton.ts';

/** Marks a jump to a dense state in which a text ends. Unmarked jumps are below it, deep states are negative. */
const MARK = 1 << 30;

/** Calls `onEnd` with the longest end at each place and the offset of its last byte. It may return false to end the pass. */
export type Pass = (bytes: Uint8Array, length: number, onEnd: (end: number, last: number) => boolean) => void;

/** For one thread, because deep states are completed while bytes are read. */
export function createPass(automaton: Automaton): Pass {
  const { classOfByte, classCount, denseCount, dense, endOfDense } = automaton;
  const jumpTo = (state: number): number => {
    if (state >= denseCount) return -state;
    const row = state * classCount;
    return endOfDense[state] === 0 ? row : row + MARK;
  };
  const jumps = dense.map(jumpTo);
  return (bytes, length, onEnd) => {
    let place = 0;
    for (let index = 0; index < length; index++) {
      const byteClass = classOfByte[bytes[index]!]!;
      const jump = place >= 0 ? jumps[place + byteClass]! : jumpTo(deepStep(automaton, -place, byteClass));
      if (jump >= 0 && jump < MARK) {
        place = jump;
        continue;
      }
      place = jump < 0 ? jump : jump - MARK;
      const end = jump < 0 ? deepEnd(automaton, -jump) : endOfDense[place / classCount]!;
      if (end !== 0 && !onEnd(end, index)) return;
    }
  };
}
