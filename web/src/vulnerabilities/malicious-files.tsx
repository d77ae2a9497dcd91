// A warning above everything else if an advisory lists the digest of a file as malicious.
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { visible } from '../elements/hidden-characters.ts';
import { countOf } from '../elements/quantities.ts';
import { maliciousFilesQuery, SHOWN_MALICIOUS_FILES } from './queries.ts';

export function MaliciousFiles({ projectId }: { projectId: number }) {
  const found = useQuery(maliciousFilesQuery(projectId));
  if (found.isError) return <Alert color="red">The check for malicious files failed.</Alert>;
  if (!found.isSuccess || found.data.total === 0) return null;
  const { rows, total } = found.data;
  return (
    <Alert color="red" title={`${countOf(total, 'malicious file')} in the code base`}>
      <ul style={{ margin: 0, paddingLeft: 18 }}>
        {rows.map(({ fileId, filePath, vulnerabilityName: name }) => (
          <li key={`${fileId} ${name}`}>
            <span className="mono">{visible(filePath)}</span>:{' '}
            <Link to="/vulnerabilities/$name" params={{ name }}>
              {name}
            </Link>
          </li>
        ))}
        {total > SHOWN_MALICIOUS_FILES && <li>and {total - SHOWN_MALICIOUS_FILES} more</li>}
      </ul>
    </Alert>
  );
}
