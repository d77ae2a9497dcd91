// The people of a project: the users in each role, and its four contacts. Every change is saved at once.
import { ActionIcon, Button, Group, SimpleGrid, Stack, Text, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Project } from '../api/models.ts';
import { UserChoice, UsersChoice } from '../choices/user-choice.tsx';
import { Refused } from '../elements/form-parts.tsx';
import { notifyDone, notifyRefused } from '../elements/notify.ts';
import { Waiting } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import { projectQuery, useMay, useProjectId } from '../project/queries.ts';
import classes from './project-people-tab.module.css';
import { type Contact, projectUsersQuery, ROLES, useGiveRole, useSetContact, useTakeRole } from './queries.ts';

export function ProjectPeopleTab() {
  const { data: project } = useSuspenseQuery(projectQuery(useProjectId()));
  const may = useMay();
  return <ProjectPeople project={project} may={may} />;
}

type Named = Pick<Project, 'id' | 'owner' | 'legalContactName' | 'securityContactName' | 'devContactName'>;

export function ProjectPeople({ project, may }: { project: Named; may: (action: string) => boolean }) {
  return (
    <div className={classes.page}>
      <Panel title="Contacts">
        <Contacts project={project} may={may} />
      </Panel>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        {ROLES.map((role) => (
          <Panel key={role.id} title={role.label}>
            <RoleHolders projectId={project.id} role={role} mayEdit={may('EDIT_USERS')} />
          </Panel>
        ))}
      </SimpleGrid>
    </div>
  );
}

function Contacts({ project, may }: { project: Named; may: (action: string) => boolean }) {
  const change = useSetContact(project.id);
  const contact = (place: Contact, label: string, login: string, action: string) => (
    <UserChoice
      label={label}
      value={login}
      isClearable={false}
      disabled={!may(action) || change.isPending}
      onChange={(chosen) => {
        if (chosen === '' || chosen === login) return;
        change.mutate({ place, login: chosen }, { onSuccess: () => notifyDone(`${label}: ${chosen}`) });
      }}
    />
  );
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Contacts get the tasks and mails of the project. If a contact is not set, the project contact is used.
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing="sm">
        {contact('ownerId', 'Project contact', project.owner, 'REASSIGN_CONTACT')}
        {contact('legalContactId', 'Legal contact', project.legalContactName, 'EDIT_USERS')}
        {contact('securityContactId', 'Security contact', project.securityContactName, 'EDIT_USERS')}
        {contact('developerContactId', 'Developer contact', project.devContactName, 'EDIT_USERS')}
      </SimpleGrid>
      <Refused error={change.error} />
    </Stack>
  );
}

type RoleOfProject = (typeof ROLES)[number];

function RoleHolders({ projectId, role, mayEdit }: { projectId: number; role: RoleOfProject; mayEdit: boolean }) {
  const holders = useQuery(projectUsersQuery(projectId, role.id));
  if (!holders.isSuccess) return <Waiting query={holders} rows={2} />;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {role.help}
      </Text>
      {holders.data.length === 0 ? (
        <Text size="sm">No users have this role.</Text>
      ) : (
        <ul className={classes.people} aria-label={role.label}>
          {holders.data.map((login) => (
            <Holder key={login} login={login} projectId={projectId} role={role} mayEdit={mayEdit} />
          ))}
        </ul>
      )}
      {mayEdit && <GiveRole projectId={projectId} role={role} holders={holders.data} />}
    </Stack>
  );
}

interface HolderProps {
  login: string;
  projectId: number;
  role: RoleOfProject;
  mayEdit: boolean;
}

function Holder({ login, projectId, role, mayEdit }: HolderProps) {
  const take = useTakeRole(projectId, role.id);
  const remove = () =>
    take.mutate(login, { onError: (error) => notifyRefused(`${login} was not removed from the role`, error) });
  return (
    <li className={classes.person}>
      {login}
      {mayEdit && (
        <Tooltip label="Remove from this role">
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Remove ${login} from ${role.label}`}
            loading={take.isPending}
            onClick={remove}
          >
            <IconX size={13} />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  );
}

function GiveRole({ projectId, role, holders }: { projectId: number; role: RoleOfProject; holders: string[] }) {
  const give = useGiveRole(projectId, role.id);
  const [chosen, setChosen] = useState<string[]>([]);
  const fresh = chosen.filter((login) => !holders.includes(login));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        give.mutate(fresh, { onSuccess: () => setChosen([]) });
      }}
    >
      <Group align="flex-end" gap={8} wrap="nowrap">
        <div className={classes.grows}>
          <UsersChoice label={`Add to ${role.label.toLowerCase()}`} value={chosen} onChange={setChosen} />
        </div>
        <Button type="submit" variant="default" loading={give.isPending} disabled={fresh.length === 0}>
          Add
        </Button>
      </Group>
      <Refused error={give.error} />
    </form>
  );
}
