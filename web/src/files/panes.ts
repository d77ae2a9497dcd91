// Which panes of the workbench are folded away, so that the text has the room. The keys T and D fold the files and the details.
import { useEffect, useState } from 'react';
import { isPlainKey } from '../elements/plain-key.ts';

export interface Panes {
  /** The tree or the list, with the licenses below it. */
  isSideFolded: boolean;
  isEvidenceFolded: boolean;
  toggleSide: () => void;
  toggleEvidence: () => void;
}

export function usePanes(): Panes {
  const [isSideFolded, setSideFolded] = useState(false);
  const [isEvidenceFolded, setEvidenceFolded] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isPlainKey(event)) return;
      const key = event.key.toLowerCase();
      if (key === 't') setSideFolded((old) => !old);
      else if (key === 'd') setEvidenceFolded((old) => !old);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return {
    isSideFolded,
    isEvidenceFolded,
    toggleSide: () => setSideFolded(!isSideFolded),
    toggleEvidence: () => setEvidenceFolded(!isEvidenceFolded),
  };
}
