// Light or dark: as the system says, until somebody says otherwise here.
export function restoreScheme(): void {
  const kept = localStorage.getItem('scheme')
  if (kept) document.documentElement.dataset.scheme = kept
}

export function switchScheme(): void {
  const root = document.documentElement
  const dark = root.dataset.scheme ? root.dataset.scheme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  root.dataset.scheme = dark ? 'light' : 'dark'
  localStorage.setItem('scheme', root.dataset.scheme)
}
