const LARGEST = 1.42
const SMALLEST = 0.46
const STEP = 0.06

/** Svelte action: make the text of an element as large as lets all of its content show. */
export function fitText(node: HTMLElement): { destroy: () => void } {
  let frame = 0
  function fit(): void {
    frame = 0
    let size = LARGEST
    node.style.setProperty('--fit', String(LARGEST))
    while (size > SMALLEST && node.scrollHeight > node.clientHeight + 1) {
      size -= STEP
      node.style.setProperty('--fit', size.toFixed(2))
    }
  }
  const fitSoon = (): void => {
    frame ||= requestAnimationFrame(fit)
  }
  const resizes = new ResizeObserver(fitSoon)
  const changes = new MutationObserver(fitSoon)
  resizes.observe(node)
  changes.observe(node, { childList: true, characterData: true, subtree: true })
  document.fonts.addEventListener('loadingdone', fitSoon)
  fitSoon()
  return {
    destroy: () => {
      resizes.disconnect()
      changes.disconnect()
      cancelAnimationFrame(frame)
      document.fonts.removeEventListener('loadingdone', fitSoon)
    },
  }
}
