// Links that are sent to others: into the clipboard where the browser allows it, and whether they lead anywhere.

/** Whether an address names the very machine it is opened on, and so none of anybody else's. */
export const alone = (host: string): boolean => /^(localhost|.+\.localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host)

/** Copies a text; pages that came without TLS have no clipboard, there it is selected and copied as by hand. */
export async function copied(text: string, shown?: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const selection = getSelection()
    if (!shown || !selection) return false
    selection.selectAllChildren(shown)
    return document.execCommand('copy')
  }
}
