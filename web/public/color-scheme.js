// Sets the colour scheme before the first paint, so that dark pages do not flash white. A file of its own, because the
// Content-Security-Policy allows no inline scripts.
(() => {
  let wanted = null;
  try {
    wanted = localStorage.getItem('assay-color-scheme');
  } catch {
    // Storage is closed to us: follow the system.
  }
  const isDark = wanted === 'dark' || (wanted !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
