/** What the keys of the table page do. */
export interface Shortcuts {
  openPalette: () => void
  openRules: () => void
  openHelp: () => void
  focusChat: () => void
  /** Close the form that is open; missing if there is none. */
  closeForm: (() => void) | undefined
}

const TYPING = 'textarea, select, input:not([type=checkbox], [type=radio])'

/** Run the shortcut of a key, unless somebody types or a dialog is open. */
export function runShortcut(event: KeyboardEvent, shortcuts: Shortcuts): void {
  if (document.querySelector('dialog[open]')) return
  if ((event.ctrlKey || event.metaKey) && event.key === 'k') {
    event.preventDefault()
    shortcuts.openPalette()
    return
  }
  if (event.key === 'Escape' && shortcuts.closeForm) {
    shortcuts.closeForm()
    return
  }
  const isTyping = event.target instanceof Element && event.target.matches(TYPING)
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === '/') {
    event.preventDefault()
    shortcuts.openRules()
  } else if (event.key === '?') shortcuts.openHelp()
  else if (event.key === 'c') {
    event.preventDefault()
    shortcuts.focusChat()
  } else if (/^[1-9]$/.test(event.key)) focusOption(event)
}

/** Focus an option of the prompt by its number; Enter then chooses it. */
function focusOption(event: KeyboardEvent): void {
  const option = document.querySelector<HTMLElement>(`.ask [data-option="${event.key}"]`)
  if (!option) return
  event.preventDefault()
  option.focus()
}
