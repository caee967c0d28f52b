// A part of the picture that fills its frame and never runs out of it: its letters are as big as all of it allows.
const MOST = 1.42
const LEAST = 0.46
const STEP = 0.06

export function fitted(node: HTMLElement, _shown: unknown): { update: () => void; destroy: () => void } {
  let due = 0
  function fit(): void {
    due = 0
    let size = MOST
    node.style.setProperty('--fit', String(MOST))
    while (size > LEAST && node.scrollHeight > node.clientHeight + 1) {
      size -= STEP
      node.style.setProperty('--fit', size.toFixed(2))
    }
  }
  const soon = (): void => void (due ||= requestAnimationFrame(fit))
  const watch = new ResizeObserver(soon)
  watch.observe(node)
  document.fonts.addEventListener('loadingdone', soon)
  soon()
  return {
    update: soon,
    destroy: () => {
      watch.disconnect()
      cancelAnimationFrame(due)
      document.fonts.removeEventListener('loadingdone', soon)
    },
  }
}
