import { Anchor } from '@mantine/core';

/** Addresses come from manifests that strangers wrote, so only http and https addresses become links. */
export function WebAddress({ address }: { address: string }) {
  if (!/^https?:\/\//i.test(address)) return <span>{address}</span>;
  return (
    <Anchor href={address} target="_blank" rel="noreferrer" size="sm">
      {address}
    </Anchor>
  );
}
