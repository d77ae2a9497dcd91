// The state of the store: when it was verified, which files are damaged, and what the last removal of deleted files did.
import { Stack, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.ts';
import { Waiting } from '../../elements/page-state.tsx';
import { momentText } from '../../elements/quantities.ts';

const storeQuery = queryOptions({
  queryKey: ['store-state'],
  queryFn: async () => (await bodyOf(api.GET('/store'))).data,
});

/** When the store was last verified, when it will be verified next, and which files are damaged. */
export function StoreState() {
  const store = useQuery(storeQuery);
  if (!store.isSuccess) return <Waiting query={store} rows={2} title="The state of the store could not be loaded" />;
  const { lastVerificationOn, nextVerificationOn, openDamage, damage, isCollectionWaiting } = store.data;
  return (
    <Stack gap={4} mb="sm">
      <Text size="sm">
        Last verified: {lastVerificationOn === '' ? 'never' : momentText(lastVerificationOn)} · next:{' '}
        {nextVerificationOn === '' ? 'not scheduled' : momentText(nextVerificationOn)}
      </Text>
      {openDamage === 0 ? (
        <Text size="sm">No damage is known.</Text>
      ) : (
        <Text size="sm" role="alert" c="red">
          {openDamage} stored files are damaged. Upload the code bases that contain them again:
        </Text>
      )}
      {damage
        .filter(({ repairedOn }) => repairedOn === '')
        .map(({ id, finding, uses, foundOn }) => (
          <Text size="sm" key={id}>
            {uses.map(({ project, path }) => [project, path].filter((part) => part !== '').join(': ')).join(', ')} —{' '}
            {finding}, found {momentText(foundOn)}
          </Text>
        ))}
      {isCollectionWaiting && <Text size="sm">Something was deleted since the last removal; it is removed soon.</Text>}
    </Stack>
  );
}
