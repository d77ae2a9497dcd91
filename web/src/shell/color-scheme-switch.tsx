// Switches between light and dark. Until the user chooses, the setting of the system is used.
import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';

export function ColorSchemeSwitch({ className }: { className?: string }) {
  const { setColorScheme } = useMantineColorScheme();
  const current = useComputedColorScheme('light');
  const other = current === 'dark' ? 'light' : 'dark';
  const label = `Switch to ${other} colours`;
  return (
    <ActionIcon
      variant="transparent"
      className={className}
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(other)}
    >
      {current === 'dark' ? <IconSun size={18} /> : <IconMoon size={18} />}
    </ActionIcon>
  );
}
