import { Anchor } from '@mantine/core';

/** Addresses come from strangers' manifests: only web addresses become links. */
export function WebAddress({ address }: { address: string }) {
  if (!/^https?:\/\//i.test(address)) return <span>{address}</span>;
  return (
    <Anchor href={address} target="_blank" rel="noreferrer" size="sm">
      {address}
    </Anchor>
  );
}
