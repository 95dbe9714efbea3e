// Before the first paint, so that a chosen theme never flashes in the other one. The file is served like the others.
try {
  const theme = localStorage.getItem('sluice.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is disabled: the theme of the system applies.
}
