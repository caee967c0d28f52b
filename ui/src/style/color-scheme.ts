// Light or dark: the system's choice, until somebody chooses here.
const STORAGE_KEY = 'scheme'

export function restoreScheme(): void {
  const scheme = localStorage.getItem(STORAGE_KEY)
  if (scheme) document.documentElement.dataset.scheme = scheme
}

export function switchScheme(): void {
  const page = document.documentElement
  const dark = page.dataset.scheme ? page.dataset.scheme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  page.dataset.scheme = dark ? 'light' : 'dark'
  localStorage.setItem(STORAGE_KEY, page.dataset.scheme)
}
