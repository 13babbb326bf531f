import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/** Not in TypeScript's types of the browser yet. */
declare class CloseWatcher {
  onclose: (() => void) | null
  destroy(): void
}

/** The open layers (dialogs, sheets, hints), the topmost last. */
const layers: symbol[] = []

/** Whether Back closes a layer now instead of leaving the screen. */
export const isLayerOpen = () => layers.length > 0

/** On Android, the system's Back is a close request, which the browser sends to the newest `CloseWatcher`. */
const hasCloseRequests = () => 'CloseWatcher' in window && /Android/.test(navigator.userAgent)

/** A hardware keyboard's Escape is a close request as well, but the dialogs already listen to the key. */
const ignoreEscape = (event: KeyboardEvent) => {
  if (event.key === 'Escape') event.preventDefault()
}

/** Calls `close` on each close request of the system until it is stopped; a watcher serves only one request. */
function followCloseRequests(close: () => void): () => void {
  const watch = () => {
    const next = new CloseWatcher()
    next.onclose = () => {
      watcher = watch() // before `close`, which may open a layer above this one to ask first
      close()
    }
    return next
  }
  let watcher = watch()
  window.addEventListener('keydown', ignoreEscape)
  return () => {
    watcher.destroy()
    window.removeEventListener('keydown', ignoreEscape)
  }
}

/**
 * Calls `close` if the user goes back while the layer is the topmost. The router undoes the step back by going forward;
 * `close` runs after that, so that a navigation in `close` is not undone.
 */
function blockBack(history: RouterHistory, layer: symbol, close: () => void): () => void {
  return history.block({
    enableBeforeUnload: false,
    blockerFn: async ({ action }) => {
      if (action !== 'BACK' || layers.at(-1) !== layer) return false
      addEventListener('popstate', close, { once: true })
      return true
    },
  })
}

/** The app cannot stop a step back from its first entry, so the screen gets a second one. */
function pushEntry({ location, push, canGoBack }: RouterHistory): void {
  if (!canGoBack()) push(location.href, location.state, { ignoreBlocker: true })
}

/**
 * Makes Back close the topmost open layer and keep the screen below it, also on the app's first screen. After that, an
 * app without close requests needs one more Back to leave its first screen.
 */
export function useBackCloses(isOpen: boolean, onClose: () => void) {
  const router: { history: RouterHistory } | null = useRouter({ warn: false })
  const history = router?.history
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen || history === undefined) return
    const layer = Symbol()
    layers.push(layer)
    const onBack = () => close()
    const unblock = blockBack(history, layer, onBack)
    const unfollow = hasCloseRequests() ? followCloseRequests(onBack) : pushEntry(history)
    return () => {
      unblock()
      unfollow?.()
      layers.splice(layers.indexOf(layer), 1)
    }
  }, [isOpen, history])
}
