// True if the window is too narrow for two panes side by side, as on a phone.
import { useMediaQuery } from '@mantine/hooks';

export const useIsNarrow = (): boolean => useMediaQuery('(max-width: 700px)') ?? false;
