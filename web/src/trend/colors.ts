// The colours of figures in charts and counts. Words always stand beside them.
export const SEVERITY_COLORS = {
  critical: '#b3242b',
  high: '#de6a3a',
  medium: '#dea92b',
  low: '#5f9bb3',
  unknown: '#98a3a7',
} as const;

export const STATE_COLORS = { good: '#3d9a5f', bad: '#c6383d', notice: '#dea92b', open: '#98a3a7' } as const;
