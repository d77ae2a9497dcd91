// The outbox: mails that wait, were sent or have failed, and why.
import { Button, Group, Pagination, SegmentedControl } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { mailStateValues } from '../../api/described.ts';
import { Label, type Tone } from '../../elements/badges.tsx';
import { notifyDone, notifyRefused } from '../../elements/notify.ts';
import classes from '../../elements/page.module.css';
import { Empty, Waiting } from '../../elements/page-state.tsx';
import { Panel } from '../../elements/panel.tsx';
import { momentText } from '../../elements/quantities.ts';
import { OUTBOX_PAGE, outboxQuery, useRetryMail } from './queries.ts';
import { type MailState, mailStateIn } from './search.ts';

const route = getRouteApi('/signed-in/administration/email');

const TONES: Record<MailState, { tone: Tone; words: string }> = {
  QUEUED: { tone: 'wait', words: 'Waiting' },
  SENT: { tone: 'good', words: 'Sent' },
  FAILED: { tone: 'bad', words: 'Failed' },
};
const STATES = [
  { value: 'ALL', label: 'All' },
  ...mailStateValues.map((value) => ({ value, label: TONES[value].words })),
];
/** Mails with a secret cannot be sent again, because the secret was deleted. */
const ONCE_ONLY = ['new_account', 'forgot_password'];

export function OutboxPanel() {
  const { state, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const outbox = useQuery(outboxQuery(state, page));
  const pages = Math.ceil((outbox.data?.total ?? 0) / OUTBOX_PAGE);
  return (
    <Panel
      isFlush
      title="Outbox"
      actions={
        <SegmentedControl
          size="xs"
          data={STATES}
          value={state ?? 'ALL'}
          aria-label="Status of the mails"
          onChange={(value) => navigate({ search: { state: mailStateIn(value) }, replace: true })}
        />
      }
    >
      {!outbox.isSuccess ? (
        <Waiting query={outbox} rows={3} title="The outbox could not be loaded" />
      ) : outbox.data.rows.length === 0 ? (
        <Empty icon={<IconMail />} title="No mails">
          This list shows waiting and failed mails, and mails sent in the last 30 days.
        </Empty>
      ) : (
        <>
          <MailTable mails={outbox.data.rows} />
          {pages > 1 && (
            <Group justify="center" p="sm">
              <Pagination
                total={pages}
                value={page}
                onChange={(to) => navigate({ search: { state, page: to }, replace: true })}
              />
            </Group>
          )}
        </>
      )}
    </Panel>
  );
}

interface Mail {
  id: number;
  template: string;
  state: string;
  recipientLogin: string;
  address: string;
  subject: string;
  attempts: number;
  createdOn: string;
  sentOn: string | null;
  lastError: string;
  note: string;
}

function MailTable({ mails }: { mails: Mail[] }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Created</th>
          <th scope="col">To</th>
          <th scope="col">Subject</th>
          <th scope="col">Status</th>
          <th scope="col" aria-label="Actions" />
        </tr>
      </thead>
      <tbody>
        {mails.map((mail) => (
          <MailRow key={mail.id} mail={mail} />
        ))}
      </tbody>
    </table>
  );
}

function MailRow({ mail }: { mail: Mail }) {
  const retry = useRetryMail();
  const { tone, words } = TONES[mail.state as MailState];
  const again = () =>
    retry.mutate(mail.id, {
      onSuccess: () => notifyDone('The mail is queued again.'),
      onError: (error) => notifyRefused('The mail was not queued', error),
    });
  return (
    <tr>
      <td>{momentText(mail.createdOn)}</td>
      <td>
        {mail.recipientLogin} {mail.address && `<${mail.address}>`}
      </td>
      <td>
        {mail.subject || mail.template}
        {mail.note && <div className={classes.warning}>{mail.note}</div>}
      </td>
      <td>
        <Label tone={tone}>{words}</Label>
        {mail.lastError && (
          <div>
            {mail.attempts > 1 && `${mail.attempts} attempts. `}
            {mail.lastError}
          </div>
        )}
      </td>
      <td>
        {mail.state === 'FAILED' && !ONCE_ONLY.includes(mail.template) && (
          <Button size="compact-xs" variant="default" loading={retry.isPending} onClick={again}>
            Send again
          </Button>
        )}
      </td>
    </tr>
  );
}
