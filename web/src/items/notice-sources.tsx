// The sources of the notices text of an item: the library, texts that scans found, and the files of the item.
import { Button, Group, Select, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { InventoryItem } from '../api/models.ts';
import { notifyDone, notifyRefused } from '../elements/notify.ts';
import { countText } from '../elements/quantities.ts';
import classes from './inventory-tab.module.css';
import { fetchNoticeText, foundTextsQuery, noticeFilesQuery, useFillNotices } from './queries.ts';

interface NoticeSourcesProps {
  item: InventoryItem;
  /** True if something typed is not saved: the text of the library would overwrite it. */
  isTyping: boolean;
  /** Adds the text at the end of the field. It is saved with the field. */
  onText: (text: string) => void;
}

export function NoticeSources({ item, isTyping, onText }: NoticeSourcesProps) {
  const fill = useFillNotices(item.id);
  const isEmpty = item.noticesText === 'N/A' || item.noticesText.trim() === '';
  const found = item.asFoundLicenseText === 'N/A' ? '' : item.asFoundLicenseText;
  const fromLibrary = () =>
    fill.mutate(true, {
      onSuccess: (words) => notifyDone(words),
      onError: (error) => notifyRefused('The notices text was not filled', error),
    });
  return (
    <>
      <Group gap={8}>
        <Button size="compact-xs" variant="default" loading={fill.isPending} disabled={isTyping} onClick={fromLibrary}>
          {isEmpty ? 'Fill from the library' : "Replace with the library's text"}
        </Button>
        {found !== '' && (
          <Button size="compact-xs" variant="default" onClick={() => onText(found)}>
            Add the license text as found
          </Button>
        )}
        {isTyping && (
          <Text size="xs" c="dimmed">
            To use the text of the library, save or discard your text first.
          </Text>
        )}
      </Group>
      <FoundTexts itemId={item.id} />
      <FileChoice item={item} onText={onText} />
    </>
  );
}

/** Where the last scan found license texts. The text of the item itself is printed if nobody has written another one. */
function FoundTexts({ itemId }: { itemId: number }) {
  const texts = useQuery(foundTextsQuery(itemId));
  if (!texts.data || texts.data.length === 0) return null;
  const roles = { main: 'License', bundled: 'License of a part', notice: 'NOTICE file' };
  return (
    <section aria-label="License texts as found">
      <Text size="sm">License texts as found in the files:</Text>
      {texts.data.map(({ role, path, startLine, endLine, text, problem }) => (
        <details key={`${path} ${startLine}`}>
          <summary>
            {`${roles[role]}: ${path}${startLine === null ? '' : `, lines ${startLine} to ${endLine}`}`}
          </summary>
          <pre className={classes.found}>{problem === '' ? text : problem}</pre>
        </details>
      ))}
    </section>
  );
}

function FileChoice({ item, onText }: { item: InventoryItem; onText: (text: string) => void }) {
  const offered = useQuery({ ...noticeFilesQuery(item.id), enabled: item.fileCount > 0 });
  const take = useMutation({
    mutationFn: ({ fileId }: { fileId: number; filePath: string }) => fetchNoticeText(fileId),
    onSuccess(text, { filePath }) {
      onText(text);
      notifyDone(`The text of ${filePath} was added.`);
    },
    onError: (error, { filePath }) => notifyRefused(`The text of ${filePath} was not added`, error),
  });
  if (!offered.data || offered.data.files.length === 0) return null;
  const { files, total } = offered.data;
  return (
    <Select
      label="Add the text of a file"
      description={
        total > files.length
          ? `The first ${countText(files.length)} of the ${countText(total)} files of this item.`
          : undefined
      }
      placeholder="A file of this item"
      data={files.map(({ fileId, filePath }) => ({ value: String(fileId), label: filePath }))}
      value={null}
      onChange={(id) => {
        const file = files.find(({ fileId }) => String(fileId) === id);
        if (file) take.mutate(file);
      }}
      disabled={take.isPending}
      searchable
      limit={200}
      nothingFoundMessage="No file found"
    />
  );
}
