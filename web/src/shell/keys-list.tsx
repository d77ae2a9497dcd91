// The keyboard shortcuts, in groups by place.
import { Kbd, Table } from '@mantine/core';

const GROUPS: { title: string; keys: [keys: string[], does: string][] }[] = [
  {
    title: 'Everywhere',
    keys: [
      [['Ctrl+K'], 'Search everywhere, or go to another page'],
      [['/'], 'Go to the search field of the page'],
      [['?'], 'Show the keyboard shortcuts'],
    ],
  },
  {
    title: 'Lists',
    keys: [
      [['↑', '↓'], 'Select the row above or below'],
      [['Page Up', 'Page Down', 'Home', 'End'], 'Move by a page, or to the first or last row'],
      [['Enter'], 'Open the row'],
    ],
  },
  {
    title: 'Inventory',
    keys: [
      [['A'], 'Approve the selected item or group, and go to the next undecided one'],
      [['R'], 'Reject it, with a reason'],
      [['P'], 'Publish it'],
      [['N'], 'Go to the next item'],
      [['Enter'], 'Unfold or fold the selected group'],
      [['X'], 'Mark the item, or remove the mark: with marks, A, R and P decide about all marked items'],
    ],
  },
  {
    title: 'Vulnerabilities',
    keys: [
      [['N'], 'Go to the next row'],
      [['X'], 'Mark it, or remove the mark'],
      [['A'], 'Decide about the marked rows, or the selected one'],
      [['Ctrl+Enter'], 'Continue from the explanation of a decision'],
    ],
  },
  {
    title: 'Code base',
    keys: [
      [['→', '←'], 'Expand or collapse the folder'],
      [['Enter'], 'Open the file'],
      [['J', 'K'], 'Open the next or previous file with evidence that is not reviewed'],
      [['M'], 'Mark the file as reviewed, and open the next one'],
      [['E', 'Shift+E'], 'Go to the next or previous evidence in the file'],
      [['F'], 'Find in the file'],
      [['T', 'D'], 'Fold the files, or the details of the file'],
    ],
  },
];

export function Keys() {
  return (
    <>
      {GROUPS.map(({ title, keys }) => (
        <Table key={title} layout="fixed" mb="sm" verticalSpacing={4} captionSide="top">
          <Table.Caption ta="left">{title}</Table.Caption>
          <Table.Tbody>
            {keys.map(([names, does]) => (
              <Table.Tr key={does}>
                <Table.Th w="45%" scope="row">
                  {names.map((name) => (
                    <Kbd key={name} mr={4}>
                      {name}
                    </Kbd>
                  ))}
                </Table.Th>
                <Table.Td>{does}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ))}
      <p>
        If an item leaves the list after your decision, the next item opens. While you type in a field, shortcuts do
        nothing.
      </p>
    </>
  );
}
