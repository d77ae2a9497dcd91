// The three license facts with their sources: declared by the authors, concluded, and other licenses in the files.
import { DataList } from '@mantine/core';
import type { LicenseFact } from '../api/models.ts';

export interface ShownFacts {
  declared: LicenseFact;
  concluded: LicenseFact;
  choice?: LicenseFact;
  bundled: LicenseFact[];
}

const MOST_BUNDLED = 10;

export function LicenseFacts({ facts, isOwn = false }: { facts: ShownFacts; isOwn?: boolean }) {
  const { declared, concluded, choice, bundled } = facts;
  const rows: [string, LicenseFact[]][] = [
    ['Declared', [declared]],
    ['Concluded', [concluded]],
    ['Chosen', choice !== undefined && choice.expression !== '' ? [choice] : []],
    ['Bundled', bundled.slice(0, MOST_BUNDLED)],
  ];
  const hidden = bundled.length - MOST_BUNDLED;
  return (
    <section aria-label="License facts">
      <DataList gap={5} labelWidth="100px">
        {rows
          .filter(([, told]) => told.length > 0)
          .map(([label, told]) => (
            <DataList.Item key={label}>
              <DataList.ItemLabel>{label}</DataList.ItemLabel>
              <DataList.ItemValue style={{ overflowWrap: 'anywhere' }}>
                {told.map((fact) => (
                  <Fact key={fact.expression} fact={fact} />
                ))}
                {label === 'Bundled' && hidden > 0 && <div>and {hidden} more</div>}
              </DataList.ItemValue>
            </DataList.Item>
          ))}
      </DataList>
      {isOwn && (
        <p>
          Its manifest is part of the code base itself, so it counts as your own code. Notices print it all the same and
          list it among the points to check.
        </p>
      )}
    </section>
  );
}

function Fact({ fact: { expression, words } }: { fact: LicenseFact }) {
  return (
    <div>
      <b>{expression || 'Not known'}</b>
      {words !== '' && <> · {words}</>}
    </div>
  );
}
