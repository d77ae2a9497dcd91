// Signatures, attestations and SBOMs that the registry of an image has beside it.
import { Alert, Badge, Button, Text } from '@mantine/core';
import type { ProjectImage } from '../api/models.ts';
import classes from '../elements/page.module.css';
import { countOf, sizeText } from '../elements/quantities.ts';
import { useImportAttached } from './image-queries.ts';

type Document = ProjectImage['attached'][number];

const KINDS: Readonly<Record<Document['kind'], string>> = {
  signature: 'Signature',
  attestation: 'Attestation',
  sbom: 'SBOM',
  other: 'Other',
};
const CHECKS: Readonly<Record<Document['check'], { words: string; color: string }>> = {
  verified: { words: 'Verified', color: 'green' },
  wrong: { words: 'Does not hold', color: 'red' },
  unverified: { words: 'Not verified', color: 'yellow' },
  unsigned: { words: 'Not signed', color: 'gray' },
};

/** For the line above the layers. */
export function attachedText(attached: readonly Document[]): string {
  const wrong = attached.filter(({ check }) => check === 'wrong').length;
  const verified = attached.some(({ kind, check }) => kind === 'signature' && check === 'verified');
  const told =
    wrong > 0 ? `, ${wrong} of which ${wrong === 1 ? 'does' : 'do'} not hold` : verified ? ', signature verified' : '';
  return `${countOf(attached.length, 'attached document')}${told}`;
}

interface AttachedProps {
  projectId: number;
  attached: readonly Document[];
  instanceId: number | undefined;
}

export function Attached({ projectId, attached, instanceId }: AttachedProps) {
  const importing = useImportAttached(projectId, instanceId ?? 0);
  if (attached.length === 0) return null;
  return (
    <>
      <Text size="sm" fw={600} mt="md" mb="xs">
        Attached to the image
      </Text>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Says</th>
            <th scope="col">Signature</th>
            <th scope="col">SBOM</th>
          </tr>
        </thead>
        <tbody>
          {attached.map((one, at) => (
            // Several signatures may be over the same bytes.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list comes whole and does not change
            <tr key={`${one.digest} ${at}`}>
              <td>
                {KINDS[one.kind]}
                <div>
                  {sizeText(one.sizeBytes)}, <span className="mono">{one.mediaType}</span>
                </div>
              </td>
              <td style={{ overflowWrap: 'anywhere' }}>{one.says}</td>
              <td>
                <Badge color={CHECKS[one.check].color} variant="light">
                  {CHECKS[one.check].words}
                </Badge>
                <div>{one.why}</div>
              </td>
              <td>
                {one.isSbom && instanceId !== undefined && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    loading={importing.isPending}
                    aria-label={`Import the SBOM ${one.digest}`}
                    onClick={() => importing.mutate(one.digest)}
                  >
                    Import as inventory
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {importing.isError && (
        <Alert color="red" mt="sm" title="The SBOM was not imported">
          {importing.error.message}
        </Alert>
      )}
      {importing.isSuccess && (
        <Alert color="green" mt="sm" role="status">
          {importing.data}
        </Alert>
      )}
    </>
  );
}
