import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/** What lies over the screen, the topmost last. */
const layers: symbol[] = []

/**
 * The phone's way back closes what lies over the screen (the topmost of several) and leaves the screen beneath it where
 * it is. The browser has gone back by then and is sent forward again; `onClose` runs when it is there, so that a
 * closing that goes elsewhere is not undone.
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
