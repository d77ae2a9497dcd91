// Draws the messages.
import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';

export function NoticesList() {
  return <Notifications position="top-right" autoClose={6000} containerWidth={380} className="notices" />;
}
