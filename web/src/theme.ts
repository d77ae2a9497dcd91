// The look of Assay: colours, fonts and the density of controls. Screens take these from here and set no colours of
// their own.
import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** The main colour: for selected and pressed elements, and links. */
const ink: MantineColorsTuple = [
  '#ecf5f6',
  '#d8e8ea',
  '#b3d2d6',
  '#89bac1',
  '#65a3ac',
  '#478d98',
  '#2f7884',
  '#1f6470',
  '#15505b',
  '#0c3c45',
];

/** For license evidence and notices. */
const brass: MantineColorsTuple = [
  '#fdf6e6',
  '#f8eacb',
  '#f0d594',
  '#e7be59',
  '#dea92b',
  '#c9921a',
  '#a97812',
  '#87600f',
  '#66480c',
  '#463108',
];

/**
 * The colour of refusals and deletions. Shades 6 and 7 fill buttons and labels, and are dark enough for white text in
 * both schemes.
 */
const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#ff6b6b',
  '#d92d2d',
  '#d92d2d',
  '#c92a2a',
  '#b42323',
];

const dark: MantineColorsTuple = [
  '#d3dadd',
  '#aab4b9',
  '#88949a',
  '#657177',
  '#404b50',
  '#303a3f',
  '#242c30',
  '#1b2226',
  '#151a1d',
  '#0f1315',
];

const gray: MantineColorsTuple = [
  '#f7f9f9',
  '#eff2f3',
  '#e4e9ea',
  '#d7dddf',
  '#c3cbce',
  '#98a3a7',
  '#728086',
  '#515e64',
  '#38444a',
  '#212b30',
];

export const theme = createTheme({
  colors: { ink, brass, red, dark, gray },
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  defaultRadius: 'sm',
  // This number makes every control a little smaller than the default of Mantine.
  scale: 0.92,
  fontFamily:
    "Inter, 'Segoe UI', -apple-system, BlinkMacSystemFont, Roboto, 'Noto Sans', 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono', 'SF Mono', Consolas, Menlo, 'Liberation Mono', monospace",
  headings: {
    fontWeight: '620',
    sizes: { h1: { fontSize: '1.35rem' }, h2: { fontSize: '1.05rem' }, h3: { fontSize: '0.9rem' } },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    TextInput: { defaultProps: { size: 'sm' } },
    Textarea: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 350, withArrow: true } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close this message' } } },
    Modal: {
      defaultProps: {
        centered: true,
        transitionProps: { duration: 120 },
        closeButtonProps: { 'aria-label': 'Close this dialog' },
      },
      // Long names break anywhere. Otherwise they would push the close button out of the dialog.
      styles: {
        title: { minWidth: 0, fontWeight: 640, lineHeight: 1.3, overflowWrap: 'anywhere' },
        body: { overflowWrap: 'break-word' },
      },
    },
  },
});
