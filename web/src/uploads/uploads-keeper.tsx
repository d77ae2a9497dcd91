// During an upload, shows a strip on every page, and asks before the page is closed.
import { Progress } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isRunning, needsPage, useUploads } from './uploads.ts';
import classes from './uploads-keeper.module.css';

export function UploadsKeeper() {
  const running = useUploads().filter(isRunning);
  const isBusy = running.some(needsPage);
  useEffect(() => {
    if (!isBusy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isBusy]);
  const upload = running[0];
  if (!upload) return <div />;
  const share = upload.totalBytes > 0 ? (upload.sentBytes / upload.totalBytes) * 100 : 100;
  return (
    <output className={classes.strip}>
      <span className="ellipsis">
        {upload.state === 'unpacking' ? 'Unpacking' : 'Uploading'} {upload.fileName} to{' '}
        <Link to="/projects/$projectId" params={{ projectId: upload.projectId }}>
          {upload.projectName}
        </Link>
        {running.length > 1 && `, ${running.length - 1} more waiting`}
      </span>
      <Progress value={share} animated={upload.state === 'unpacking'} w={180} aria-label="Upload" />
    </output>
  );
}
