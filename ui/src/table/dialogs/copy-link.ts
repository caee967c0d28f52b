// Links to send to others: copying one, and whether it leads anywhere from another machine.

/** Whether an address names the machine it is opened on: nobody else can follow it. */
export const isLoopback = (host: string): boolean => /^(localhost|.+\.localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host)

/** Copy a text and return whether that worked. Without TLS there is no clipboard: what `shown` shows is copied. */
export async function copyText(text: string, shown: HTMLElement | undefined): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const selection = getSelection()
    if (!shown || !selection) return false
    selection.selectAllChildren(shown)
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the one way to copy on a page without TLS
    return document.execCommand('copy')
  }
}
