import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/** The open dialogs and sheets, the topmost last. */
const layers: symbol[] = []

/**
 * Makes the browser's Back close the topmost open dialog or sheet and keep the screen below it. The router undoes the
 * step back by going forward; `onClose` runs after that, so that a navigation in `onClose` is not undone.
 */
export function useBackCloses(isOpen: boolean, onClose: () => void) {
  const router: { history: RouterHistory } | null = useRouter({ warn: false })
  const history = router?.history
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen || history === undefined) return
    const layer = Symbol()
    layers.push(layer)
    const unblock = history.block({
      enableBeforeUnload: false,
      blockerFn: async ({ action }) => {
        if (action !== 'BACK' || layers.at(-1) !== layer) return false
        addEventListener('popstate', () => close(), { once: true })
        return true
      },
    })
    return () => {
      unblock()
      layers.splice(layers.indexOf(layer), 1)
    }
  }, [isOpen, history])
}
